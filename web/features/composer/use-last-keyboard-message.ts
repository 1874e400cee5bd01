/** The last message of a chat that shows or removes a reply keyboard. */
import { useState } from "react";
import type { Message } from "@heliogram/shared/wire.ts";
import { useClientState } from "../../core/client/context.tsx";
import { incrementalKeyboardSource } from "../../core/model/messages/reply-keyboard.ts";

const NO_MESSAGES: readonly Message[] = [];

export function useLastKeyboardMessage(chat_id: number): Message | undefined {
  const [lastMessage] = useState(incrementalKeyboardSource);
  return useClientState(({ histories, me }) => me && lastMessage(histories[chat_id]?.messages ?? NO_MESSAGES, me.user));
}
