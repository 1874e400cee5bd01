/** Limits that all nodes count together in Redis. Each question waits a bounded time for its answer. */
import { createHmac } from "node:crypto";
import type { CancelTimer, Clock } from "../../ports/clock.ts";
import type { RedisConnection } from "./connection.ts";

/** Milliseconds that a call waits for Redis, which takes less than one. */
const WAIT_MS = 15;
/** The interval in which a Redis that was too slow is asked again, by nobody's call. */
const PROBE_MS = 250;
/** Characters of the hash that stands for a name. */
const NAME_LENGTH = 22;

/** Tokens to be taken from one bucket (methods/rate-limits/token-buckets.ts). */
interface Charge {
  readonly key: string;
  readonly rate: { readonly per_s: number; readonly burst: number };
  readonly count: number;
}

interface AttemptLimit {
  readonly name: string;
  readonly attempts: number;
  readonly window_ms: number;
}

export interface RedisLimitsDeps {
  readonly connection: RedisConnection;
  /** Begins every key of this service. */
  readonly prefix: string;
  /** Hashes user names, addresses and codes, which are no business of others who use the same Redis. */
  readonly key: Buffer;
  readonly machine: Pick<Clock, "after">;
  /** Resolves when what has arrived has been read. */
  readonly yieldToEventLoop: () => Promise<void>;
  /** Given by tests alone: another time to wait, and another clock than that of Redis. */
  readonly wait_ms?: number | undefined;
  readonly now_ms?: (() => number) | undefined;
}

export class RedisLimits {
  readonly #deps: RedisLimitsDeps;
  readonly #wait_ms: number;
  #cancel: CancelTimer = () => {};
  /** Whether Redis has answered the last question in time. */
  #isUp = false;
  #isClosed = false;

  constructor(deps: RedisLimitsDeps) {
    this.#deps = deps;
    this.#wait_ms = deps.wait_ms ?? WAIT_MS;
    this.#probe();
  }

  /** Whether the nodes count together. */
  get isUp(): boolean {
    return this.#isUp;
  }

  /** @see SharedLimits in methods/rate-limits/limit-context.ts */
  take(owner: string, charges: readonly Charge[]): Promise<number | undefined> | undefined {
    return this.#isUp ? this.#ask("take", this.#bucketArguments(owner, charges)) : undefined;
  }

  refund(owner: string, charges: readonly Charge[]): void {
    if (this.#isUp) void this.#ask("refund", this.#bucketArguments(owner, charges));
  }

  attempt({ name: limit, attempts, window_ms }: AttemptLimit, name: string): Promise<number | undefined> | undefined {
    if (!this.#isUp) return undefined;
    const key = `${this.#deps.prefix}${limit}:${this.#hash(name)}`;
    return this.#ask("attempt", [1, key, this.#now(), attempts, window_ms]);
  }

  /** Something else has found that Redis does not answer: no call has to find out. */
  suspend(): void {
    this.#gaveNoAnswer();
  }

  close(): void {
    this.#isClosed = true;
    this.#isUp = false;
    this.#cancel();
  }

  /** The buckets of one owner are in one slot of a Cluster, because what is in braces decides the slot. */
  #bucketArguments(owner: string, charges: readonly Charge[]): (string | number)[] {
    const tag = `${this.#deps.prefix}{${/^-?\d+$/.test(owner) ? owner : this.#hash(owner)}}`;
    const keys = charges.map(({ key }) => tag + key.slice(owner.length));
    const numbers = charges.flatMap(({ rate, count }) => [rate.per_s, rate.burst, count]);
    return [keys.length, ...keys, this.#now(), ...numbers];
  }

  #hash(name: string): string {
    return createHmac("sha256", this.#deps.key).update(name).digest("base64url").slice(0, NAME_LENGTH);
  }

  #now(): number | string {
    return this.#deps.now_ms?.() ?? "";
  }

  /** @returns the answer of a script, or `undefined` if there was none in time; then Redis is not asked for a while */
  async #ask(script: "take" | "refund" | "attempt", given: (string | number)[]): Promise<number | undefined> {
    const answer = await this.#answer(script, given);
    if (answer === undefined) this.#gaveNoAnswer();
    return answer;
  }

  #answer(script: "take" | "refund" | "attempt", given: (string | number)[]): Promise<number | undefined> {
    const { promise, resolve } = Promise.withResolvers<number | undefined>();
    const cancel = this.#deps.machine.after(this.#wait_ms, () => {
      // The process may have been late, not Redis: an answer that is there already still counts.
      void this.#deps.yieldToEventLoop().then(() => resolve(undefined));
    });
    this.#call(script, given).then(resolve, () => resolve(undefined));
    return promise.finally(cancel);
  }

  async #call(script: "take" | "refund" | "attempt", [keys, ...rest]: (string | number)[]): Promise<number> {
    return this.#deps.connection.commands[script](keys as number, ...rest);
  }

  #gaveNoAnswer(): void {
    if (!this.#isUp) return;
    this.#isUp = false;
    this.#probeLater();
  }

  #probeLater(): void {
    this.#cancel = this.#deps.machine.after(PROBE_MS, () => void this.#probe());
  }

  /** Asks until there is an answer in time. The question writes, as others do, so a full Redis refuses it. */
  async #probe(): Promise<void> {
    const { prefix } = this.#deps;
    const answer = await this.#answer("take", [1, `${prefix}probe`, this.#now(), 1, 1, 0]);
    if (this.#isClosed) return;
    this.#isUp = answer === 0;
    if (!this.#isUp) this.#probeLater();
  }
}
