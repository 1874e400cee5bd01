/** Finds the accounts that a message mentions. */
import type { ChatType } from "./chats.ts";
import type { Content } from "./messages.ts";

/** The largest number of mentions that one message can have; further ones are ignored. */
const MAX_NAMES = 50;

interface MentionSource {
  readonly text: string;
  readonly content: Content;
}

/** User names without their `@`, in lower case, and ids, each once. */
export interface Mentioned {
  readonly names: readonly string[];
  readonly accounts: readonly number[];
}

const NOBODY: Mentioned = { names: [], accounts: [] };

/**
 * The accounts that a message mentions: none in a private chat, where every message concerns the other account, and
 * none for forwarded messages and service messages.
 */
export function mentionedIn(chat_type: ChatType, { text, content }: MentionSource): Mentioned {
  const { entities, origin, service } = content;
  if (chat_type === "private" || !entities || origin || service) return NOBODY;
  const names = new Set<string>();
  const accounts = new Set<number>();
  for (const { type, offset, length, user_id } of entities) {
    if (type === "mention") names.add(text.slice(offset + 1, offset + length).toLowerCase());
    else if (user_id !== undefined) accounts.add(user_id);
    if (names.size + accounts.size >= MAX_NAMES) break;
  }
  return { names: [...names], accounts: [...accounts] };
}
