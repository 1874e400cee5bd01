/** Rate limits of bots, people and strangers, under the plan that the operator has chosen (behaviour.md §7). */
import { PERSON_RATES, type PersonCount } from "./person-rates.ts";
import { TokenBuckets, type Charge, type Rate } from "./token-buckets.ts";

interface Plan {
  /** What a bot changes, altogether and in one chat. */
  readonly bot: Rate;
  readonly group: Rate;
  readonly private: Rate;
}

export type RatePlan = "default" | "telegram" | "off";

const PLANS: Readonly<Record<Exclude<RatePlan, "off">, Plan>> = {
  default: {
    bot: { per_s: 100, burst: 200 },
    group: { per_s: 20, burst: 40 },
    private: { per_s: 20, burst: 40 },
  },
  telegram: {
    bot: { per_s: 30, burst: 30 },
    group: { per_s: 20 / 60, burst: 20 },
    private: { per_s: 1, burst: 1 },
  },
};

/**
 * What a bot reads, and the chat actions it shows, under every plan but `off`. Libraries poll in a loop and show an
 * action before each message: neither may use up what is there for messages.
 */
const BOT_RATES = {
  reads: { per_s: 500, burst: 2000 },
  actions: { per_s: 30, burst: 100 },
} as const satisfies Record<string, Rate>;

/** Calls that need no credential, from one network address: many people may share it. */
const STRANGER: Rate = { per_s: 20, burst: 200 };

export class RateLimits {
  readonly plan: RatePlan;
  readonly #plan: Plan | undefined;
  readonly #buckets: TokenBuckets;

  constructor(plan: RatePlan, now_ms: () => number) {
    this.plan = plan;
    this.#plan = plan === "off" ? undefined : PLANS[plan];
    this.#buckets = new TokenBuckets(now_ms);
  }

  /**
   * Takes `count` tokens of the bot's bucket and of the chat's, or none at all.
   * @returns 0, or the whole seconds to wait before the same call can succeed
   */
  take(bot_id: number, chat_id: number | undefined, count: number): number {
    if (!this.#plan) return 0;
    const charges: Charge[] = [{ key: `${bot_id}`, rate: this.#plan.bot, count }];
    if (chat_id !== undefined) {
      const rate = chat_id > 0 ? this.#plan.private : this.#plan.group;
      charges.push({ key: `${bot_id}:${chat_id}`, rate, count });
    }
    return this.#buckets.take(charges);
  }

  /** The same for what a bot reads, or shows of what it is doing. */
  takeOfBot(bot_id: number, kind: keyof typeof BOT_RATES): number {
    return this.#plan ? this.#buckets.take([{ key: `${bot_id}:${kind}`, rate: BOT_RATES[kind], count: 1 }]) : 0;
  }

  /** The same for what a person does. */
  takeOfPerson(person_id: number, counts: readonly PersonCount[]): number {
    return this.#plan ? this.#buckets.take(chargesOf(person_id, counts)) : 0;
  }

  /** Gives back what a person did not use. */
  giveBackToPerson(person_id: number, counts: readonly PersonCount[]): void {
    this.#buckets.giveBack(chargesOf(person_id, counts));
  }

  /** The same for a call without a credential. */
  takeOfStranger(address: string): number {
    return this.#plan ? this.#buckets.take([{ key: `from ${address}`, rate: STRANGER, count: 1 }]) : 0;
  }

  /** How many buckets are kept. */
  get size(): number {
    return this.#buckets.size;
  }
}

function chargesOf(person_id: number, counts: readonly PersonCount[]): Charge[] {
  return counts.map(({ kind, chat_id, count }) => ({
    key: chat_id === undefined ? `${person_id}:${kind}` : `${person_id}:${chat_id}`,
    rate: PERSON_RATES[kind],
    count,
  }));
}
