/** The programs of bots that a test runs: those of a library in this process, and programs of their own. */
import { spawn } from "node:child_process";
import { after } from "../service/timers.ts";

/** A bot of grammY, Telegraf or a library like them. */
export interface BotProgram {
  /** As that of grammY: resolves when the bot has ended. */
  start?(...args: never[]): unknown;
  /** As that of Telegraf. */
  launch?(): unknown;
  stop(): unknown;
}

export interface SpawnOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** Time to end, before a program is killed or left. */
const GRACE_MS = 5000;
/** What is kept of a program's output. */
const MAX_OUTPUT = 4000;

/** All programs of one world. */
export class Programs {
  readonly #stops: (() => Promise<void>)[] = [];
  #isClosing = false;
  readonly #crash = new AbortController();
  #isReported = false;

  /** Aborted when a program has ended without being asked to. */
  get crashed(): AbortSignal {
    return this.#crash.signal;
  }

  /** Why a program has ended. It counts as reported from now on. */
  report(): string | undefined {
    if (!this.crashed.aborted) return undefined;
    this.#isReported = true;
    return String(this.crashed.reason);
  }

  /** Starts a bot of a library. */
  run(program: BotProgram): void {
    // Telegraf has both: its start adds a handler of the command.
    const start = program.launch ?? program.start;
    if (!start) throw new TypeError("a bot program needs a method start or launch");
    const ended = Promise.resolve(start.call(program) as unknown).then(
      () => {},
      (error: unknown) => this.#end(`The bot has ended with ${describe(error)}`),
    );
    this.#stops.push(async () => {
      // Telegraf throws if the bot is not running.
      await Promise.resolve()
        .then(() => program.stop())
        .catch(() => {});
      await orLate(ended);
    });
  }

  /** Starts a program of its own. It may not end before the test does. */
  spawn(command: string, args: readonly string[], { env = {}, cwd }: SpawnOptions): void {
    const child = spawn(command, [...args], {
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
      ...(cwd === undefined ? {} : { cwd }),
    });
    let output = "";
    const keep = (chunk: Buffer) => (output = `${output}${chunk.toString()}`.slice(-MAX_OUTPUT));
    child.stdout.on("data", keep);
    child.stderr.on("data", keep);
    const ended = new Promise<void>((resolve) => {
      child.on("error", (error) => resolve(this.#end(`${command} cannot be started: ${error.message}`)));
      child.on("close", (code, signal) =>
        resolve(this.#end(`${command} ${args.join(" ")} has ended with ${signal ?? code} and said:\n${output}`)),
      );
    });
    this.#stops.push(async () => {
      child.kill("SIGTERM");
      const cancel = after(GRACE_MS, () => child.kill("SIGKILL"));
      await ended;
      cancel();
    });
  }

  /** Ends all programs. @throws Error if one has ended before and no expectation has said so */
  async close(): Promise<void> {
    this.#isClosing = true;
    await Promise.all(this.#stops.map((stop) => stop()));
    if (this.crashed.aborted && !this.#isReported) throw new Error(String(this.crashed.reason));
  }

  #end(why: string): void {
    if (!this.#isClosing) this.#crash.abort(why);
  }
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

async function orLate(ended: Promise<void>): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const cancel = after(GRACE_MS, resolve);
  await Promise.race([ended, late]);
  cancel();
}
