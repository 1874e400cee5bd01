/** `startHeliogram()`: a world for one test. */
import { TestBot } from "./bots/bot.ts";
import { Programs, type BotProgram, type SpawnOptions } from "./bots/program.ts";
import { TestClock } from "./clock.ts";
import type { Context } from "./context.ts";
import { Directory, findNamed } from "./directory.ts";
import { ExpectationWindow } from "./expectations/window.ts";
import { TestFaults } from "./faults.ts";
import { Person } from "./people/person.ts";
import { TestSnapshots } from "./snapshots.ts";
import { CallLog } from "./service/call-log.ts";
import { openWorld, type OpenWorld, type TestChat, type WorldContent } from "./service/world.ts";
import { readTranscript } from "./transcript/transcript.ts";
import { keepTranscript } from "./transcript/transcripts-file.ts";

export interface StartOptions extends WorldContent {
  /**
   * How long an expectation waits at most, in milliseconds; by default what the environment variable
   * `HELIOGRAM_TIMEOUT_MS` says, otherwise 4000.
   */
  readonly timeout?: number;
  /**
   * The address of a running `heliogram dev`, by default that of the environment variable `HELIOGRAM_URL`. Without
   * either, the first test starts a service in this process.
   */
  readonly url?: string;
}

export interface ForkOptions {
  /** A snapshot of the world, in place of its present state. */
  readonly snapshot?: string;
  /** How long an expectation waits at most, in milliseconds; by default as in the world itself. */
  readonly timeout?: number;
}

/** Less than the five seconds after which vitest and jest end a test, so that a failure has its transcript. */
const TIMEOUT_MS = 4000;

/** A world with people, bots and chats, and what a test does with them. */
export class Heliogram {
  /** The address of the service, for the programs of bots. */
  readonly url: string;
  readonly clock: TestClock;
  readonly faults: TestFaults;
  readonly snapshots: TestSnapshots;
  readonly people: readonly Person[];
  readonly bots: readonly TestBot[];
  readonly #world: OpenWorld;
  readonly #context: Context;
  readonly #programs = new Programs();
  readonly #forks: Heliogram[] = [];
  #closed: Promise<void> | undefined;

  constructor(world: OpenWorld, timeout_ms: number) {
    const { client } = world;
    const calls = new CallLog(client);
    this.url = client.url;
    this.#world = world;
    this.#context = {
      client,
      calls,
      directory: new Directory(world),
      window: new ExpectationWindow(calls),
      timeout_ms,
      taps: new Map(),
      opened: new Set(),
      crashed: this.#programs.crashed,
      failure: (sentence) => this.#failure(sentence),
    };
    this.clock = new TestClock(this.#context);
    this.faults = new TestFaults(this.#context);
    this.snapshots = new TestSnapshots(this.#context);
    this.people = world.people.map((each) => new Person(this.#context, each));
    this.bots = world.bots.map((each) => new TestBot(this.#context, each));
  }

  get chats(): readonly TestChat[] {
    return this.#context.directory.chats;
  }

  /** A person by user name. @throws Error with the names that there are */
  person(name: string): Person {
    return findNamed("person", this.people, name);
  }

  /** A bot by user name; without one, the only bot. @throws Error with the names that there are */
  bot(name?: string): TestBot {
    return name === undefined
      ? this.bots.find(({ id }) => id === this.#context.directory.onlyBot())!
      : findNamed("bot", this.bots, name);
  }

  /** A chat by title or user name. @throws Error with the titles that there are */
  chat(name: string): TestChat {
    return this.#context.directory.chat(name);
  }

  /** Runs a bot of grammY, Telegraf or a library like them until the world is closed. */
  run(program: BotProgram): void {
    this.#programs.run(program);
  }

  /** Runs the program of a bot until the world is closed. */
  spawn(command: string, args: readonly string[] = [], options: SpawnOptions = {}): void {
    this.#programs.spawn(command, args, options);
  }

  /** Sets the world back to the state in which it was made, as `snapshots.restore` does. */
  reset(): Promise<void> {
    return this.snapshots.reset();
  }

  /**
   * Makes a copy of the world: with the same ids, other tokens, and no program of a bot running. It ends by its own
   * `close()`, at the latest by that of this world. @throws CallRefused if there is no such snapshot
   */
  async fork({ snapshot, timeout = this.#context.timeout_ms }: ForkOptions = {}): Promise<Heliogram> {
    const copy = new Heliogram(await this.#world.fork(snapshot), timeout);
    this.#forks.push(copy);
    return copy;
  }

  /** People, bots, chats and members, for `startHeliogram()` or a world file. Messages and tokens are left out. */
  async export(): Promise<WorldContent> {
    const { content } = await this.#context.client.developer<{ content: WorldContent }>("exportWorld");
    return content;
  }

  /** Who said what, each call of a bot with its answer, and what became of each update. */
  transcript(): Promise<string> {
    return readTranscript(this.#context);
  }

  /** Ends the bots that it runs and removes the world. @throws Error if a bot has crashed and no expectation said so */
  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #close(): Promise<void> {
    try {
      await Promise.all(this.#forks.map((copy) => copy.close()));
      await this.#programs.close();
    } finally {
      await this.#world.close();
    }
  }

  async #failure(sentence: string): Promise<Error> {
    const crash = this.#programs.report();
    const transcript = await this.transcript();
    keepTranscript(sentence, [...(crash === undefined ? [] : [crash, ""]), transcript].join("\n"));
    return new Error([sentence, ...(crash === undefined ? [] : [crash]), `Transcript:\n${transcript}`].join("\n\n"));
  }
}

/**
 * Makes a world for one test, with people, bots and chats. `await using h = await startHeliogram()` removes it at the
 * end of the test; `h.close()` does the same.
 */
export async function startHeliogram(options: StartOptions = {}): Promise<Heliogram> {
  const { HELIOGRAM_URL, HELIOGRAM_TIMEOUT_MS } = process.env;
  const { timeout = Number(HELIOGRAM_TIMEOUT_MS || TIMEOUT_MS), url = HELIOGRAM_URL, ...content } = options;
  return new Heliogram(await openWorld(content, url || undefined), timeout);
}
