/** What everybody sees of a person or a bot: who sees it already is told when it changes. */
import type { Account } from "../domain/accounts.ts";
import type { Media } from "../domain/media.ts";
import { setPhoto } from "../store/accounts.ts";
import type { Tx } from "../store/db.ts";
import { seatsOf } from "../store/history.ts";

/** Chats in which a change is told at once; a bot may be in any number. In all others it is seen when they are read. */
const MOST_TOLD = 500;

/** Saves the photo, or that there is none, and tells of it. */
export async function changePhoto(tx: Tx, account: Account, photo: Media | null): Promise<void> {
  await setPhoto(tx, account.id, photo);
  await tellProfile(tx, account);
}

/** Lets everybody who shares a chat with the account see it as it is now. */
export async function tellProfile(tx: Tx, account: Account): Promise<void> {
  for (const { chat_id } of (await seatsOf(tx, account.id)).slice(0, MOST_TOLD)) {
    tx.append({ stream: chat_id, kind: "member", ref: account.id, body: "" });
  }
  if (!account.is_bot) tx.append({ stream: account.id, kind: "profile", ref: account.id, body: "" });
}
