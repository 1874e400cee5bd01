/** A person's draft of a chat, or of one of its topics. */
import type { Account } from "../../domain/accounts.ts";
import { sameDraft, type SavedDraft } from "../../domain/chat-settings.ts";
import type { Chat } from "../../domain/chats.ts";
import type { Tx } from "../../store/db.ts";
import { findSettings } from "../../store/queries/chats/chat-settings.ts";
import { findTopicDraft, saveTopicDraft } from "../../store/queries/members/topic-readers.ts";
import { appendOwnTopicEvent } from "../topics/own-topics.ts";
import { storeSettings } from "./change-settings.ts";

/** What a draft of a person is about. */
interface DraftSubject {
  readonly person: Account;
  readonly chat: Chat;
  /** The topic; `undefined` for the chat as a whole. */
  readonly thread_id: number | undefined;
}

/**
 * Saves or removes the draft of a chat or topic. The row of the chat is locked.
 * @param base - the version that the caller has seen; a newer draft with another content then stays
 * @returns the draft that is there after it
 */
export async function changeDraft(
  tx: Tx,
  { person, chat, thread_id }: DraftSubject,
  draft: SavedDraft | null,
  base = Infinity,
): Promise<SavedDraft | null> {
  const settings = thread_id === undefined ? await findSettings(tx, person.id, chat.id) : undefined;
  const before = settings ? settings.draft : await findTopicDraft(tx, chat.id, thread_id!, person.id);
  if (sameDraft(before, draft) || (before && before.version > base)) return before;
  if (settings) {
    await storeSettings(tx, person, chat, { ...settings, draft });
  } else {
    await saveTopicDraft(tx, chat.id, thread_id!, person.id, draft);
    appendOwnTopicEvent(tx, chat, person.id, thread_id!);
  }
  return draft;
}
