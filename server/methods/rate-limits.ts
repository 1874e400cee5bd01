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

/** Buckets kept at most; a full sweep drops those that have refilled. */
const MAX_BUCKETS = 100_000;

export class RateLimits {
  readonly #plan: Plan | undefined;
  readonly #now_ms: () => number;
  readonly #buckets = new Map<string, Bucket>();

  constructor(plan: RatePlan, now_ms: () => number) {
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
      const rate = chat_id > 0 ? this.#plan.private : this.#plan.group;
      chat = this.#bucket(`${bot_id}:${chat_id}`, rate, now_ms);
      wait_s = Math.max(wait_s, missing(chat, rate, count));
    }
    if (wait_s > 0) return Math.ceil(wait_s);
    bot.tokens -= count;
    if (chat) chat.tokens -= count;
    return 0;
  }

  /** The seconds to wait for the bot's own bucket; nothing is taken from it. */
  wait(bot_id: number, count: number): number {
    if (!this.#plan) return 0;
    return Math.ceil(missing(this.#bucket(`${bot_id}`, this.#plan.bot, this.#now_ms()), this.#plan.bot, count));
  }

  #bucket(key: string, rate: Rate, now_ms: number): Bucket {
    let bucket = this.#buckets.get(key);
    if (!bucket) {
      if (this.#buckets.size >= MAX_BUCKETS) this.#sweep(now_ms);
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
    for (const [key, bucket] of this.#buckets) if (now_ms - bucket.at_ms > 120_000) this.#buckets.delete(key);
  }
}

/** Seconds until a bucket has the tokens. A count above the burst waits for a full bucket, not for ever. */
function missing(bucket: Bucket, rate: Rate, count: number): number {
  const wanted = Math.min(count, rate.burst);
  return bucket.tokens >= wanted ? 0 : (wanted - bucket.tokens) / rate.per_s;
}
