/** Rate limits: token buckets for each bot and for each bot-and-chat (behaviour.md §7). */

/** A bucket that holds `burst` tokens and gains `per_s` of them every second. */
interface Rate {
  readonly per_s: number;
  readonly burst: number;
}

interface Plan {
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

interface Bucket {
  tokens: number;
  at_ms: number;
}

/** Buckets past which those that have refilled are dropped, and how often that is looked for. */
const MANY_BUCKETS = 100_000;
const SWEEP_EVERY_MS = 1000;

/** Tokens by which sums of fractions may be out: nobody waits another second for them. */
const ROUNDING = 1e-6;

export class RateLimits {
  readonly plan: RatePlan;
  readonly #plan: Plan | undefined;
  readonly #now_ms: () => number;
  readonly #buckets = new Map<string, Bucket>();
  #swept_ms = -Infinity;

  constructor(plan: RatePlan, now_ms: () => number) {
    this.plan = plan;
    this.#plan = plan === "off" ? undefined : PLANS[plan];
    this.#now_ms = now_ms;
  }

  /**
   * Takes `count` tokens of the bot's bucket and of the chat's, or none at all.
   * @returns 0, or the whole seconds to wait before the same call can succeed
   */
  take(bot_id: number, chat_id: number | undefined, count: number): number {
    if (!this.#plan) return 0;
    const now_ms = this.#now_ms();
    const bot = this.#bucket(`${bot_id}`, this.#plan.bot, now_ms);
    let wait_s = missing(bot, this.#plan.bot, count);
    let chat: Bucket | undefined;
    if (chat_id !== undefined) {
      const key = `${bot_id}:${chat_id}`;
      // A chat without a bucket has a full one: who is refused anyway must not fill the memory with chats.
      if (wait_s > 0 && !this.#buckets.has(key)) return Math.ceil(wait_s);
      const rate = chat_id > 0 ? this.#plan.private : this.#plan.group;
      chat = this.#bucket(key, rate, now_ms);
      wait_s = Math.max(wait_s, missing(chat, rate, count));
    }
    if (wait_s > 0) return Math.ceil(wait_s);
    bot.tokens -= count;
    if (chat) chat.tokens -= count;
    return 0;
  }

  /** How many buckets are kept. */
  get size(): number {
    return this.#buckets.size;
  }

  #bucket(key: string, rate: Rate, now_ms: number): Bucket {
    let bucket = this.#buckets.get(key);
    if (!bucket) {
      if (this.#buckets.size >= MANY_BUCKETS && now_ms - this.#swept_ms >= SWEEP_EVERY_MS) this.#sweep(now_ms);
      bucket = { tokens: rate.burst, at_ms: now_ms };
      this.#buckets.set(key, bucket);
      return bucket;
    }
    const gained = (Math.max(0, now_ms - bucket.at_ms) / 1000) * rate.per_s;
    bucket.tokens = Math.min(rate.burst, bucket.tokens + gained);
    bucket.at_ms = now_ms;
    return bucket;
  }

  /** A bucket untouched for two minutes has refilled under every plan. */
  #sweep(now_ms: number): void {
    this.#swept_ms = now_ms;
    for (const [key, bucket] of this.#buckets) if (now_ms - bucket.at_ms > 120_000) this.#buckets.delete(key);
  }
}

/** Seconds until a bucket has the tokens. A count above the burst waits for a full bucket, not for ever. */
function missing(bucket: Bucket, rate: Rate, count: number): number {
  const lacking = Math.min(count, rate.burst) - bucket.tokens;
  return lacking <= ROUNDING ? 0 : (lacking - ROUNDING / 2) / rate.per_s;
}
