/** Has a view hold what is going to be shown, so that it is not asked for one by one. */
import { accountsWith } from "../store/accounts.ts";
import type { Words } from "../store/db.ts";
import type { View } from "./view.ts";

/** One statement, whatever the number of accounts. */
export async function holdAccounts(view: View, words: Words, ids: readonly (number | null)[]): Promise<void> {
  const wanted = new Set(ids.filter((id) => id !== null));
  for (const account of await accountsWith(view.tx, words, [...wanted])) view.knows(account);
}
