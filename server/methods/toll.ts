/** What a call costs under the rate limits: tokens, taken once, as soon as its chat is known by its id (behaviour.md §7). */
import type { Account } from "../domain/accounts.ts";
import type { Method } from "./method.ts";
import type { RateLimits } from "./rate-limits.ts";
import { TooMany } from "./too-many.ts";

/** Owed by a call that names its chat: only the gate learns which bucket it is. */
export class Toll {
  readonly #rates: RateLimits;
  readonly #bot_id: number;
  readonly #count: number;
  #paid = false;

  constructor(rates: RateLimits, bot_id: number, count: number) {
    this.#rates = rates;
    this.#bot_id = bot_id;
    this.#count = count;
  }

  /** Pays, unless it was paid: an engine may run a work again. `undefined`: there is no such chat. @throws TooMany */
  pay(chat_id: number | undefined): void {
    if (this.#paid) return;
    wait(this.#rates.take(this.#bot_id, chat_id, this.#count));
    this.#paid = true;
  }
}

/**
 * Pays for a call of a bot before anything is done for it; reads cost nothing.
 * @returns what is still owed, when the chat has only been named
 * @throws TooMany
 */
export function payAhead(
  rates: RateLimits,
  method: Method,
  account: Account,
  params: Readonly<Record<string, unknown>>,
): Toll | undefined {
  if (method.effect !== "write" || !account.is_bot) return undefined;
  const { chat_id, media } = params;
  const count = method.sends && Array.isArray(media) ? Math.max(1, media.length) : 1;
  if (typeof chat_id !== "string" || method.access.scope !== "chat") {
    wait(rates.take(account.id, typeof chat_id === "number" ? chat_id : undefined, count));
    return undefined;
  }
  wait(rates.wait(account.id, count));
  return new Toll(rates, account.id, count);
}

function wait(wait_s: number): void {
  if (wait_s > 0) throw new TooMany(wait_s);
}
