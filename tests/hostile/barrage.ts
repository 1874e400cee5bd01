/** Many calls at once, each a fitting one with a field or two changed. */
import { Agent } from "node:http";
import fc from "fast-check";
import { drawPicture, silence, silentMp3 } from "../kit/media.ts";
import type { Engine, Overrides } from "../kit/service.ts";
import { CALLER } from "../matrix/stage.ts";
import { Dice } from "./dice.ts";
import { encode } from "./encode.ts";
import { ENTRIES, Ground, type Entry } from "./ground.ts";
import { mutate } from "./mutate.ts";
import { send, shown, wrongWith } from "./send.ts";
import { Tally } from "./tally.ts";
import { hostileValue } from "./values.ts";

export interface Barrage {
  readonly engine: Engine;
  readonly requests: number;
  readonly seed: number;
  readonly overrides?: Overrides;
  /** Every method, unless told otherwise. */
  readonly entries?: readonly Entry[];
}

const CONCURRENCY = 32;
/** Calls that one world takes before there is a new one, in which everything is there again. */
const PER_WORLD = 10_000;
/** Values of no use to anybody that are drawn for a run. */
const HOSTILE_VALUES = 4000;
/** The clock goes on by a second after so many answers, so that polls end. */
const ANSWERS_A_SECOND = 100;

/** What takes a password apart takes long: these are called once where others are called so often. */
const SLOW = new Set(["signUp", "signIn", "setPassword", "changePassword"]);
const SLOW_ONCE_IN = 4;

/** Codes that any method may answer with besides its own (behaviour.md §1). */
const ANYBODY = [200, 401, 405, 413, 429];

/** @returns how often each method was asked, and answered 200 @throws at the first answer that should not be */
export async function barrage({ engine, requests, seed, overrides = {}, entries = ENTRIES }: Barrage): Promise<Tally> {
  const dice = new Dice(seed);
  const hostile = fc.sample(hostileValue, { numRuns: HOSTILE_VALUES, seed });
  const files = [await drawPicture(40, 30, "#33aa66"), silence(1), silentMp3(10), Buffer.from("no file of any kind")];
  const tally = new Tally();
  while (tally.total < requests) {
    const ground = await Ground.open(engine, overrides);
    const world = new World(ground, { hostile, files, entries, tally, dice });
    try {
      await world.take(Math.min(PER_WORLD, requests - tally.total));
    } finally {
      await ground.close();
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
}

class World {
  readonly #ground: Ground;
  readonly #supply: Supply;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: CONCURRENCY });
  readonly #credentials: readonly string[];

  constructor(ground: Ground, supply: Supply) {
    this.#ground = ground;
    this.#supply = supply;
    this.#credentials = ground.services.flatMap((t) => [
      t.token(CALLER.bot).split(":")[1]!,
      t.accessToken(CALLER.person),
    ]);
  }

  /** @throws the first fault; by then nothing is under way any more */
  async take(count: number): Promise<void> {
    let left = count;
    const faults: unknown[] = [];
    const worker = async () => {
      try {
        while (left-- > 0) {
          await this.#one();
          if (left % ANSWERS_A_SECOND === 0) for (const { clock } of this.#ground.services) clock.advance(1000);
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
    await Promise.all(this.#ground.services.map((t) => t.advanceUntil(ended, 1000)));
    this.#agent.destroy();
    if (faults.length > 0) throw faults[0];
    for (const t of this.#ground.services) await this.#isWell(t);
  }

  #entry(): Entry {
    const { entries, dice } = this.#supply;
    for (;;) {
      const entry = dice.pick(entries);
      if (!SLOW.has(entry.method.name) || dice.oneIn(SLOW_ONCE_IN)) return entry;
    }
  }

  async #one(): Promise<void> {
    const { hostile, files, tally, dice } = this.#supply;
    const entry = this.#entry();
    const { method } = entry;
    const { t, caller, params, real } = await this.#ground.fitting(entry, dice);
    const wild = encode(caller, method, mutate(method, params, { hostile, real }, dice), files, dice);
    const heard = await send(t.url, this.#agent, wild);
    const isDeclared = [...method.codes, ...ANYBODY].includes(heard.status);
    const wrong = wrongWith(heard, this.#credentials) ?? (isDeclared ? undefined : "the method does not declare it");
    if (wrong !== undefined) throw new Error(`${wrong}: ${shown(wild, heard)}`);
    if (heard.status === 401) this.#ground.refused();
    tally.note(entry.name, heard.status === 200);
  }

  /** @throws when the service does not answer any more, or has met something that nobody expected */
  async #isWell(t: Ground["services"][number]): Promise<void> {
    await t.ok(CALLER.bot, "getMe");
    const unexpected = t.log.filter((line) => line.includes("unexpected error"));
    if (unexpected.length > 0) throw new Error(unexpected.slice(0, 3).join("\n"));
  }
}
