/** Whom a message is meant for besides all others of its chat. */
import type { ChatType } from "./chats.ts";
import type { Content } from "./messages.ts";

/** Names looked up for one message: whoever lists more means nobody in particular. */
const MAX_NAMES = 50;

interface Said {
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
 * Whom a message mentions. In a private chat everything is meant for the other one; what is forwarded was meant
 * for others; a service message is meant for all.
 */
export function mentionedIn(chat_type: ChatType, { text, content }: Said): Mentioned {
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
