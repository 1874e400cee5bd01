/** Records what the service has acknowledged, and compares it with what is found afterwards. */
import type { Json } from "../support/service.ts";

export type Author = "person" | "bot";

/** A message whose sending was acknowledged. */
export interface Sent {
  readonly chat_id: number;
  readonly message_id: number;
  readonly author: Author;
  /** The possible texts or captions: two while it is unknown whether an edit was applied. */
  texts: readonly string[];
  /** Whether an edit of it was acknowledged. */
  edited?: boolean;
  /** The content of its document. */
  readonly bytes?: string;
}

/** The final state. */
export interface Found {
  /** All messages of each chat, as the person sees them. */
  readonly chats: ReadonlyMap<number, readonly Json[]>;
  /** All updates that the polling bot has received. */
  readonly updates: readonly Json[];
  /** The person and the polling bot. The id of their private chat is the id of the other one. */
  readonly person_id: number;
  readonly bot_id: number;
}

/** @returns missing, changed, repeated and misnumbered messages and updates; empty if there are none */
export function faults(sent: readonly Sent[], found: Found): string[] {
  const { chats, person_id } = found;
  const wrong: string[] = [];
  const stored = new Map<string, Json>();
  for (const [chat_id, messages] of chats) {
    for (const message of messages) stored.set(place(chat_id, message.message_id), message);
    const ids = messages.map((message) => message.message_id).sort((a, b) => a - b);
    const odd = ids.findIndex((id, i) => id !== i + 1);
    if (odd >= 0) wrong.push(`chat ${chat_id} has message ${ids[odd]} in the place of ${odd + 1}`);
  }
  for (const { chat_id, message_id, texts } of sent) {
    const message = stored.get(place(chat_id, message_id));
    const text = message?.text ?? message?.caption;
    if (!texts.includes(text)) wrong.push(`${message_id} of ${chat_id} was to be ${texts.join(" or ")}, is ${text}`);
  }
  const told = counted(found, "message");
  const edits = counted(found, "edited_message");
  for (const [key, message] of stored) {
    if (message.from?.id !== person_id || message.text === undefined) continue;
    if (told.get(key) !== 1) wrong.push(`${key} was told ${told.get(key) ?? 0} times`);
  }
  for (const key of told.keys()) if (!stored.has(key)) wrong.push(`${key} was told, and is not there`);
  for (const { chat_id, message_id, author, edited } of sent) {
    const key = place(chat_id, message_id);
    if (author === "person" && edited && edits.get(key) !== 1) wrong.push(`the edit of ${key} was not told once`);
  }
  return wrong;
}

/** The number of updates of a kind for each message. */
function counted({ updates, person_id, bot_id }: Found, kind: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const update of updates) {
    const message = update[kind];
    if (!message) continue;
    const chat_id = message.chat.id === person_id ? bot_id : message.chat.id;
    const key = place(chat_id, message.message_id);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

function place(chat_id: number, message_id: number): string {
  return `${chat_id}/${message_id}`;
}
