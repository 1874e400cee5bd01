/** What a person sets for a chat in their own list: nobody else sees it, and it changes nothing in the chat. */
import type { MessageEntity } from "./text/entity.ts";

/** Code points of a text that is kept unsent. */
export const MAX_DRAFT = 4096;
/** Chats that one person may pin in their list. */
export const MAX_PINNED_CHATS = 100;
/** The end of what has none, in Unix seconds: the last moment that fits 31 bits. */
export const FOR_GOOD_S = 2 ** 31 - 1;

/** A message that is written but not sent. */
export interface SavedDraft {
  readonly text: string;
  readonly entities: readonly MessageEntity[];
  readonly reply_to: number | null;
  /** When it was last changed, in Unix seconds. */
  readonly date: number;
}

export interface ChatSettings {
  /** Unix seconds; a time that has passed means nothing. */
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

/** Whether two drafts say the same, whenever they were written. */
export function sameDraft(a: SavedDraft | null, b: SavedDraft | null): boolean {
  return JSON.stringify(a && { ...a, date: 0 }) === JSON.stringify(b && { ...b, date: 0 });
}

/**
 * The order of pinned chats with `chat_id` at `place`, of which 1 is the topmost. A place beyond the end is the end.
 */
export function pinnedAt(pinned: readonly number[], chat_id: number, place: number): number[] {
  const others = pinned.filter((id) => id !== chat_id);
  return others.toSpliced(Math.max(0, place - 1), 0, chat_id);
}
