/**
 * A person's own settings of a chat in their list. They are visible to that person only and change nothing in the
 * chat.
 */
import type { MessageEntity } from "./text/entity.ts";

/** How many chats one person can pin in their list. */
export const MAX_PINNED_CHATS = 100;
/** The `muted_until` of a chat that is muted forever, in Unix seconds: the largest value that fits 31 bits. */
export const FOREVER_S = 2 ** 31 - 1;

/** The draft of a message. */
export interface SavedDraft {
  readonly text: string;
  readonly entities: readonly MessageEntity[];
  readonly reply_to: number | null;
  /** When it was last changed, in Unix seconds. */
  readonly date: number;
  /** Grows with each change of the draft of the chat or topic; 0 if it was saved before drafts had versions. */
  readonly version: number;
}

export interface ChatSettings {
  /** Unix seconds. A time in the past means that the chat is not muted. */
  readonly muted_until: number;
  readonly is_archived: boolean;
  readonly is_marked_unread: boolean;
  readonly draft: SavedDraft | null;
}

export const DEFAULT_SETTINGS: ChatSettings = {
  muted_until: 0,
  is_archived: false,
  is_marked_unread: false,
  draft: null,
};

/** Whether two drafts have the same content, regardless of their dates and versions. */
export function sameDraft(a: SavedDraft | null, b: SavedDraft | null): boolean {
  return contentOf(a) === contentOf(b);
}

function contentOf(draft: SavedDraft | null): string {
  return JSON.stringify(draft && [draft.text, draft.entities, draft.reply_to]);
}

/**
 * The order of pinned chats with `chat_id` moved to `place`; 1 is the topmost. A place beyond the end means the end.
 */
export function pinnedAt(pinned: readonly number[], chat_id: number, place: number): number[] {
  const others = pinned.filter((id) => id !== chat_id);
  return others.toSpliced(Math.max(0, place - 1), 0, chat_id);
}
