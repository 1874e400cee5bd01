/** Whether a person is notified of reactions to their messages. */
import type { Tx } from "../../store/db.ts";
import { tellOwnPages } from "./own-pages.ts";
import { setReactionNotices } from "../../store/queries/messages/reactions.ts";

/** Saves the setting. Reactions that were noted before stay unread. */
export async function changeReactionNotices(tx: Tx, person_id: number, are_wanted: boolean): Promise<void> {
  await setReactionNotices(tx, person_id, are_wanted);
  tellOwnPages(tx, person_id);
}
