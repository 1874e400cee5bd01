/** Rate limits of bots, people and unauthenticated callers, under the operator's plan (behaviour.md §7). */
import { preferShared, type LimitContext } from "./limit-context.ts";
import { PERSON_RATES, type PersonCount } from "./person-rates.ts";
import { TokenBuckets, type Charge, type Rate } from "./token-buckets.ts";

interface Plan {
  /** What a bot changes, in all and in one chat. */
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
 * A bot's reads and chat actions, under every plan but `off`. Libraries poll in a loop and send an action before each
 * message, so these must not use up the tokens of messages.
 */
const BOT_RATES = {
  reads: { per_s: 500, burst: 2000 },
  actions: { per_s: 30, burst: 100 },
  /** Changes of the name, which are events in every chat of the bot. The burst is a name for each of many languages. */
  profiles: { per_s: 0.1, burst: 100 },
} as const satisfies Record<string, Rate>;

/** The limits of one bot: in all, and in one chat. */
interface ChatRates {
  readonly bot: Rate;
  readonly chat: Rate;
}

/**
 * What bots call many times for one message, apart from the messages that they send: an answer that grows is shown 15
 * times a second and more. Drafts cost no write, so their limits are the same under every plan but `off`.
 */
const BOT_CHAT_RATES = {
  drafts: { bot: { per_s: 500, burst: 1000 }, chat: { per_s: 30, burst: 60 } },
  edits: { bot: { per_s: 200, burst: 400 }, chat: { per_s: 20, burst: 40 } },
} as const satisfies Record<string, ChatRates>;

export type BotChatRate = keyof typeof BOT_CHAT_RATES;

/** Calls without a credential, by network address: many people may share one. */
const ANONYMOUS: Rate = { per_s: 20, burst: 200 };

export class RateLimits {
  readonly plan: RatePlan;
  readonly #plan: Plan | undefined;
  readonly #context: LimitContext;
  /** Buckets with this node's share of each rate; all of it where there is one node. */
  readonly #buckets: TokenBuckets;
  readonly #shares = new NodeShares();

  constructor(plan: RatePlan, context: LimitContext) {
    this.plan = plan;
    this.#plan = plan === "off" ? undefined : PLANS[plan];
    this.#context = context;
    this.#buckets = new TokenBuckets(() => context.now_ms());
  }

  /**
   * Takes `count` tokens from the bot's bucket and the chat's, or none at all.
   * @returns 0, or the whole seconds until the same call can succeed
   */
  take(bot_id: number, chat_id: number | undefined, count: number): number | Promise<number> {
    if (!this.#plan) return 0;
    const charges: Charge[] = [{ key: `${bot_id}`, rate: this.#plan.bot, count }];
    if (chat_id !== undefined) {
      const rate = chat_id > 0 ? this.#plan.private : this.#plan.group;
      charges.push({ key: `${bot_id}:${chat_id}`, rate, count });
    }
    return this.#take(`${bot_id}`, charges);
  }

  /** The same for a bot's reads, chat actions and changes of its name. */
  takeOfBot(bot_id: number, kind: keyof typeof BOT_RATES): number | Promise<number> {
    if (!this.#plan) return 0;
    return this.#take(`${bot_id}`, [{ key: `${bot_id}:${kind}`, rate: BOT_RATES[kind], count: 1 }]);
  }

  /** The same for what a bot calls many times for one message. Under `telegram` edits count as messages do. */
  takeOfChat(bot_id: number, chat_id: number | undefined, kind: BotChatRate): number | Promise<number> {
    if (!this.#plan) return 0;
    if (kind === "edits" && this.plan === "telegram") return this.take(bot_id, chat_id, 1);
    const { bot, chat } = BOT_CHAT_RATES[kind];
    const charges: Charge[] = [{ key: `${bot_id}:${kind}`, rate: bot, count: 1 }];
    if (chat_id !== undefined) charges.push({ key: `${bot_id}:${chat_id}:${kind}`, rate: chat, count: 1 });
    return this.#take(`${bot_id}`, charges);
  }

  /** The same for a person's calls. */
  takeOfPerson(person_id: number, counts: readonly PersonCount[]): number | Promise<number> {
    return this.#plan ? this.#take(`${person_id}`, chargesOf(person_id, counts)) : 0;
  }

  /** Returns tokens of a person that were not used. */
  refundPerson(person_id: number, counts: readonly PersonCount[]): void {
    const charges = chargesOf(person_id, counts);
    this.#buckets.refund(charges);
    this.#context.shared?.refund(`${person_id}`, charges);
  }

  /** The same for a call without a credential. */
  takeOfAnonymous(address: string): number | Promise<number> {
    if (!this.#plan) return 0;
    const owner = `from ${address}`;
    return this.#take(owner, [{ key: owner, rate: ANONYMOUS, count: 1 }]);
  }

  /** The number of buckets of this node. */
  get size(): number {
    return this.#buckets.size;
  }

  #take(owner: string, charges: readonly Charge[]): number | Promise<number> {
    return preferShared(this.#context.shared?.take(owner, charges), () => this.#takeShare(charges));
  }

  #takeShare(charges: readonly Charge[]): number {
    const nodes = this.#context.liveNodes();
    if (nodes <= 1) return this.#buckets.take(charges);
    return this.#buckets.take(charges.map((charge) => ({ ...charge, rate: this.#shares.of(charge.rate, nodes) })));
  }
}

/** What one of several nodes allows by itself: its part of the rate, and a burst of at least one token. */
class NodeShares {
  readonly #shares = new Map<Rate, Rate>();
  #nodes = 0;

  of(rate: Rate, nodes: number): Rate {
    if (nodes !== this.#nodes) this.#shares.clear();
    this.#nodes = nodes;
    let share = this.#shares.get(rate);
    if (!share) {
      share = { per_s: rate.per_s / nodes, burst: Math.max(1, rate.burst / nodes) };
      this.#shares.set(rate, share);
    }
    return share;
  }
}

function chargesOf(person_id: number, counts: readonly PersonCount[]): Charge[] {
  return counts.map(({ kind, chat_id, count }) => ({
    key: chat_id === undefined ? `${person_id}:${kind}` : `${person_id}:${chat_id}`,
    rate: PERSON_RATES[kind],
    count,
  }));
}
