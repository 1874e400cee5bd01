/** The last message of a chat that shows or removes a reply keyboard. */
import { useState } from "react";
import type { Message } from "@heliogram/shared/wire.ts";
import { useClientState } from "../../core/client/context.tsx";
import { usePlace } from "../../core/client/use-place.ts";
import { incrementalKeyboardSource } from "../../core/model/messages/reply-keyboard.ts";

const NO_MESSAGES: readonly Message[] = [];

export function useLastKeyboardMessage(chat_id: number): Message | undefined {
  const place = usePlace(chat_id);
  const [lastMessage] = useState(incrementalKeyboardSource);
  return useClientState(({ histories, me }) => me && lastMessage(histories[place]?.messages ?? NO_MESSAGES, me.user));
}
