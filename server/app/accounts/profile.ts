/** Changes of public profiles, and their notification to the chats that the account is in. */
import type { Account } from "../../domain/accounts.ts";
import type { Media } from "../../domain/media.ts";
import {
  aboutOf,
  setLanguageCode,
  setPhoto,
  takeUsername,
  updateProfile,
} from "../../store/queries/accounts/accounts.ts";
import type { Tx } from "../../store/db.ts";
import { chatsOfMember } from "../../store/queries/messages/history.ts";
import { tellOwnPages } from "./own-pages.ts";

/** Chats that are notified of a change; a bot may be in any number. Clients of other chats see it when they next read them. */
const MAX_NOTIFIED_CHATS = 500;

/** Saves the names of a person, whose row is locked. `about` stays where it is `undefined`. @returns false if somebody has the user name */
export async function changeProfile(tx: Tx, person: Account, about: string | undefined): Promise<boolean> {
  if (!(await takeUsername(tx, person.id, person.username))) return false;
  await updateProfile(tx, person, about ?? (await aboutOf(tx, person.id)));
  await notifyProfile(tx, person);
  return true;
}

/** Keeps the language that a person's client names, which bots are told (behaviour.md §2). */
export function keepLanguage(tx: Tx, person_id: number, language_code: string): Promise<void> {
  return setLanguageCode(tx, person_id, language_code);
}

/** Sets or removes the photo. */
export async function changePhoto(tx: Tx, account: Account, photo: Media | null): Promise<void> {
  await setPhoto(tx, account.id, photo);
  await notifyProfile(tx, account);
}

/** Appends the events by which clients of shared chats reload the profile. */
export async function notifyProfile(tx: Tx, account: Account): Promise<void> {
  for (const { chat_id } of (await chatsOfMember(tx, account.id)).slice(0, MAX_NOTIFIED_CHATS)) {
    tx.append({ stream: chat_id, kind: "member", ref: account.id, body: "" });
  }
  if (!account.is_bot) tellOwnPages(tx, account.id);
}

/** Appends the events by which clients reload the private chats of a bot, because these get topics or lose them. */
export async function notifyPrivateChats(tx: Tx, bot: Account): Promise<void> {
  const found = await chatsOfMember(tx, bot.id);
  // Groups and channels have negative ids.
  for (const { chat_id } of found.filter((each) => each.chat_id > 0).slice(0, MAX_NOTIFIED_CHATS))
    tx.append({ stream: chat_id, kind: "chat", ref: chat_id, body: "" });
}
