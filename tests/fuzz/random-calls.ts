/** Concurrent calls, each a valid one with one or two fields mutated. */
import { Agent } from "node:http";
import fc from "fast-check";
import { drawPicture, silence, silentMp3 } from "../support/media.ts";
import type { Engine, Overrides } from "../support/service.ts";
import { CALLER } from "../matrix/fixtures.ts";
import { Dice } from "./seeded-random.ts";
import { encode } from "./encode.ts";
import { ENTRIES, FuzzWorld, type Entry, type Fitting } from "./fuzz-world.ts";
import { mutate } from "./mutate.ts";
import { send, shown, wrongWith, type Wild } from "./send.ts";
import { Tally } from "./tally.ts";
import { hostileValue } from "./hostile-values.ts";

export interface RandomCalls {
  readonly engine: Engine;
  readonly requests: number;
  readonly seed: number;
  readonly overrides?: Overrides;
  /** The methods; all by default. */
  readonly entries?: readonly Entry[];
  /** Called now and then, between two responses: it may break what the calls need, so that some are answered with 503. */
  readonly disturb?: () => void;
}

const CONCURRENCY = 32;
/** The number of calls before the service is replaced by a new one, in which all objects exist again. */
const PER_WORLD = 10_000;
/** The number of unusual values generated for a run. */
const HOSTILE_VALUES = 4000;
/** The clock advances by a second after this many responses, so that polls end. */
const ANSWERS_A_SECOND = 100;

/** Without a response for so long, calls that have none have come to a standstill. Polls get theirs from the clock. */
const STANDSTILL_MS = 60_000;

/** `disturb` is called after so many responses. */
const ANSWERS_A_DISTURBANCE = 25;

/** Methods that hash passwords are slow; they are called once for this many calls of others. */
const SLOW = new Set([
  "signUp",
  "signIn",
  "setPassword",
  "changePassword",
  "deleteAccount",
  "beginSecondFactor",
  "deleteSecondFactor",
  "makeRecoveryCodes",
]);
const SLOW_ONCE_IN = 3;

/** Codes that any method may answer with besides its own (behaviour.md §1). */
const ANYBODY = [200, 401, 405, 413, 429];

/** @returns the numbers of calls and of successes of each method @throws Error at the first invalid response */
export async function runRandomCalls({
  engine,
  requests,
  seed,
  overrides = {},
  entries = ENTRIES,
  disturb,
}: RandomCalls): Promise<Tally> {
  const dice = new Dice(seed);
  const hostile = fc.sample(hostileValue, { numRuns: HOSTILE_VALUES, seed });
  const files = [await drawPicture(40, 30, "#33aa66"), silence(1), silentMp3(10), Buffer.from("no file of any kind")];
  const tally = new Tally();
  while (tally.total < requests) {
    const world = await FuzzWorld.open(engine, overrides);
    const caller = new RandomCaller(world, { hostile, files, entries, tally, dice, disturb });
    try {
      await caller.take(Math.min(PER_WORLD, requests - tally.total));
    } finally {
      await world.close();
    }
  }
  return tally;
}

interface Supply {
  readonly hostile: readonly unknown[];
  readonly files: readonly Buffer[];
  readonly entries: readonly Entry[];
  readonly tally: Tally;
  readonly dice: Dice;
  readonly disturb: RandomCalls["disturb"];
}

class RandomCaller {
  readonly #world: FuzzWorld;
  readonly #supply: Supply;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: CONCURRENCY });
  readonly #credentials: readonly string[];
  /** Calls without a response. */
  readonly #open = new Set<Wild>();
  #answered_ms = performance.now();
  /** Calls whose chat or session is being made, which must not fail. */
  #preparing = 0;
  /** Resolves after the disturbance that waits until no call is being prepared. */
  #disturbance: PromiseWithResolvers<void> | undefined;
  #isDisturbing = false;

  #uncalled: Entry[] | undefined;

  constructor(world: FuzzWorld, supply: Supply) {
    this.#world = world;
    this.#supply = supply;
    this.#credentials = world.services.flatMap((t) => [
      t.token(CALLER.bot).split(":")[1]!,
      t.accessToken(CALLER.person),
    ]);
  }

  /** @throws Error with the first fault, after all calls have ended, or when they come to a standstill */
  async take(count: number): Promise<void> {
    const standstill = Promise.withResolvers<never>();
    const watch = setInterval(() => {
      if (performance.now() - this.#answered_ms < STANDSTILL_MS) return;
      const calls = Array.from(this.#open, (wild) => shown(wild, { status: 0, text: "no response" }));
      standstill.reject(new Error(`calls have come to a standstill: ${calls.join("\n")}`));
    }, STANDSTILL_MS / 10);
    try {
      await Promise.race([this.#takeAll(count), standstill.promise]);
    } finally {
      clearInterval(watch);
      this.#agent.destroy();
    }
  }

  async #takeAll(count: number): Promise<void> {
    let left = count;
    const faults: unknown[] = [];
    const worker = async () => {
      try {
        while (left-- > 0) {
          await this.#one();
          if (left % ANSWERS_A_SECOND === 0) for (const { clock } of this.#world.services) clock.advance(1000);
          if (left % ANSWERS_A_DISTURBANCE === 0 && this.#supply.disturb) this.#disturbance ??= Promise.withResolvers();
          this.#disturb();
        }
      } catch (error) {
        left = 0;
        faults.push(error);
      }
    };
    const workers = Array.from({ length: CONCURRENCY }, worker);
    await Promise.race(workers);
    // The last ones may be polls that nothing ends but the clock.
    const ended = Promise.all(workers);
    await Promise.all(this.#world.services.map((t) => t.advanceUntil(ended, 1000)));
    if (faults.length > 0) throw faults[0];
    for (const t of this.#world.services) await this.#isWell(t);
  }

  /** One in four is a method that was not called yet, as long as there are such. */
  #entry(): Entry {
    const { entries, dice } = this.#supply;
    this.#uncalled ??= [...entries];
    if (this.#uncalled.length > 0 && dice.oneIn(4))
      return this.#uncalled.splice(dice.below(this.#uncalled.length), 1)[0]!;
    for (;;) {
      const entry = dice.pick(entries);
      if (!SLOW.has(entry.method.name) || dice.oneIn(SLOW_ONCE_IN)) return entry;
    }
  }

  async #one(): Promise<void> {
    const { hostile, files, tally, dice, disturb } = this.#supply;
    const entry = this.#entry();
    const { method } = entry;
    const { t, caller, params, real } = await this.#fitting(entry);
    const wild = encode(caller, method, mutate(method, params, { hostile, real }, dice), files, dice);
    this.#open.add(wild);
    const heard = await send(t.url, this.#agent, wild).finally(() => this.#open.delete(wild));
    this.#answered_ms = performance.now();
    if (disturb && heard.status === 503) return;
    const isDeclared = [...method.codes, ...ANYBODY].includes(heard.status);
    const wrong = wrongWith(heard, this.#credentials) ?? (isDeclared ? undefined : "the method does not declare it");
    if (wrong !== undefined) throw new Error(`${wrong}: ${shown(wild, heard)}`);
    if (heard.status === 401) this.#world.refused();
    tally.note(entry.name, heard.status === 200);
  }

  /** A valid call. While it is prepared, nothing is disturbed. */
  async #fitting(entry: Entry): Promise<Fitting> {
    await this.#disturbance?.promise;
    this.#preparing += 1;
    try {
      return await this.#world.fitting(entry, this.#supply.dice);
    } finally {
      this.#preparing -= 1;
      this.#disturb();
    }
  }

  #disturb(): void {
    const disturbance = this.#disturbance;
    if (!disturbance || this.#preparing > 0 || this.#isDisturbing) return;
    this.#isDisturbing = true;
    this.#supply.disturb!();
    // By then, the services have noticed.
    void Promise.all(this.#world.services.map((t) => t.fetch("/readyz"))).then(() => {
      this.#isDisturbing = false;
      this.#disturbance = undefined;
      disturbance.resolve();
    }, disturbance.reject);
  }

  /** @throws Error if the service does not respond, or has logged an unexpected error */
  async #isWell(t: FuzzWorld["services"][number]): Promise<void> {
    await t.ok(CALLER.bot, "getMe");
    const unexpected = t.log.filter((line) => line.includes("unexpected error"));
    if (unexpected.length > 0) throw new Error(unexpected.slice(0, 3).join("\n"));
  }
}
