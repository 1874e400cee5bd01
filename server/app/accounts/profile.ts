/** Changes of public profiles, and their notification to the chats that the account is in. */
import type { Account } from "../../domain/accounts.ts";
import type { Media } from "../../domain/media.ts";
import { setPhoto } from "../../store/queries/accounts/accounts.ts";
import type { Tx } from "../../store/db.ts";
import { chatsOfMember } from "../../store/queries/messages/history.ts";

/** Chats that are notified of a change; a bot may be in any number. Clients of other chats see it when they next read them. */
const MAX_NOTIFIED_CHATS = 500;

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
  if (!account.is_bot) tx.append({ stream: account.id, kind: "profile", ref: account.id, body: "" });
}
