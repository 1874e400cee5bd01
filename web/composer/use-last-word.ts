/** The last message of a chat that says anything about keyboards. */
import { useState } from "react";
import type { Message } from "@heliogram/shared/wire.ts";
import { useClientState } from "../client/context.tsx";
import { lastWordKeeper } from "../model/reply-keyboard.ts";

const NONE: readonly Message[] = [];

export function useLastWord(chat_id: number): Message | undefined {
  const [lastWord] = useState(lastWordKeeper);
  return useClientState(({ histories, me }) => me && lastWord(histories[chat_id]?.messages ?? NONE, me.user));
}
