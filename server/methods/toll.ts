/** What a bot's call costs under the rate limits (behaviour.md §7). */
import type { Account } from "../domain/accounts.ts";
import { findUsername } from "../store/accounts.ts";
import type { Deps } from "./deps.ts";
import type { Method } from "./method.ts";
import { TooMany } from "../domain/too-many.ts";

/**
 * Takes the tokens of a call before anything is done for it; reads cost nothing. A chat has one bucket, however it is
 * called: a name is looked up first, and only then is there something to wait for.
 * @throws TooMany
 */
export function takeTokens(
  deps: Deps,
  method: Method,
  account: Account,
  params: Readonly<Record<string, unknown>>,
): Promise<void> | undefined {
  if (method.effect !== "write" || !account.is_bot || deps.rates.plan === "off") return undefined;
  const { chat_id, media } = params;
  const count = method.sends && Array.isArray(media) ? Math.max(1, media.length) : 1;
  const take = (id: number | undefined) => {
    const wait_s = deps.rates.take(account.id, id, count);
    if (wait_s > 0) throw new TooMany(wait_s);
  };
  if (typeof chat_id === "string") return deps.db.read((tx) => findUsername(tx, chat_id)).then(take);
  take(chat_id as number | undefined);
  return undefined;
}
