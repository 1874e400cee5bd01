/** A person's settings for chats of their list: muting, archive, pins. */
import type { Account } from "../../domain/accounts.ts";
import type { Chat } from "../../domain/chats.ts";
import { MAX_PINNED_CHATS, pinnedAt, sameDraft, type ChatSettings } from "../../domain/chat-settings.ts";
import { findSettings, pinnedChats, savePinnedChats, saveSettings } from "../../store/queries/chats/chat-settings.ts";
import type { Tx } from "../../store/db.ts";

/** Changes settings of a person for a chat. Appends an event if anything has changed. */
export async function changeSettings(
  tx: Tx,
  person: Account,
  chat: Chat,
  change: Partial<ChatSettings>,
): Promise<void> {
  const before = await findSettings(tx, person.id, chat.id);
  const after = { ...before, ...change };
  if (!sameSettings(before, after)) await storeSettings(tx, person, chat, after);
}

/** Saves settings, and notifies the person's clients. */
export async function storeSettings(tx: Tx, person: Account, chat: Chat, settings: ChatSettings): Promise<void> {
  await saveSettings(tx, person.id, chat.id, settings);
  tx.append({ stream: person.id, kind: "chat_settings", ref: chat.id, body: "" });
}

function sameSettings(a: ChatSettings, b: ChatSettings): boolean {
  return (
    a.muted_until === b.muted_until &&
    a.is_archived === b.is_archived &&
    a.is_marked_unread === b.is_marked_unread &&
    sameDraft(a.draft, b.draft)
  );
}

/** Pins a chat in the list, or moves a pinned one. Place 1 is the top. @returns false if the limit is reached */
export async function pinInList(tx: Tx, person: Account, chat: Chat, place: number): Promise<boolean> {
  const before = await pinnedIds(tx, person);
  const after = pinnedAt(before, chat.id, place);
  if (after.length > MAX_PINNED_CHATS) return false;
  await savePinned(tx, person, before, after);
  return true;
}

export async function unpinInList(tx: Tx, person: Account, chat: Chat): Promise<void> {
  const before = await pinnedIds(tx, person);
  const after = before.filter((id) => id !== chat.id);
  await savePinned(tx, person, before, after);
}

async function pinnedIds(tx: Tx, { id }: Account): Promise<number[]> {
  return (await pinnedChats(tx, id)).map(({ chat_id }) => chat_id);
}

async function savePinned(tx: Tx, person: Account, before: readonly number[], after: readonly number[]): Promise<void> {
  if (before.join() === after.join()) return;
  await savePinnedChats(tx, person.id, after);
  tx.append({ stream: person.id, kind: "pinned_chats", ref: person.id, body: "" });
}
