/** Preloads accounts into a viewer context, so that they are not looked up one by one. */
import { accountsWith } from "../store/queries/accounts/accounts.ts";
import type { ViewerContext } from "./viewer-context.ts";

/** Loads the accounts with one statement. */
export async function preloadAccounts(context: ViewerContext, ids: readonly (number | null)[]): Promise<void> {
  const wanted = new Set(ids.filter((id) => id !== null));
  for (const account of await accountsWith(context.tx, [...wanted])) context.withAccount(account);
}
