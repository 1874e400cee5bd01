/** The service itself, as `heliogram dev` starts it, on data in a folder of this run. */
import { spawn, type ChildProcess } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ended, owned, temporaryFolder } from "../left-behind.ts";

const MAIN = new URL("../../server/main.ts", import.meta.url).pathname;

/** What the service says of itself and its world once it is up. */
export interface Loaded {
  readonly url: string;
  readonly bots: readonly { readonly id: number; readonly token: string }[];
  readonly people: readonly { readonly id: number; readonly access_token: string }[];
  readonly chats: readonly { readonly id: number }[];
}

export interface Service {
  /** Of the process that runs now. */
  readonly pid: number;
  readonly port: number;
  readonly loaded: Loaded;
  /** The folder its data are in. */
  readonly data: string;
  /** Kills the service without a word, lets another take up its data, and ends that one in its own time. */
  killAndRecover(): Promise<void>;
  /**
   * Ends the service by a signal and starts it on the same data: by then `pid` and `port` are others.
   * @returns milliseconds from the start of the process until it answers
   */
  restart(signal: NodeJS.Signals): Promise<number>;
  /** Ends the service by a signal and starts it again on its data. @returns milliseconds from then until it is ready */
  restart(signal: NodeJS.Signals): Promise<number>;
  /** Kills the service if it still runs, and removes its data. */
  stop(): Promise<void>;
}

/** @throws Error if the service ends before it is up */
export async function startService(world: object, flags: readonly string[]): Promise<Service> {
  const dir = temporaryFolder("service");
  const data = join(dir, "data");
  const first = await start(dir, world, flags);
  let now = first;
  const again = async (signal: NodeJS.Signals) => {
    await ended(now.child, signal);
    const began = performance.now();
    now = await start(dir, {}, flags);
    return performance.now() - began;
  };
  return {
    get pid() {
      return now.child.pid!;
    },
    get port() {
      return Number(new URL(now.loaded.url).port);
    },
    loaded: first.loaded,
    data,
    async killAndRecover() {
      await again("SIGKILL");
      await ended(now.child, "SIGTERM");
    },
    restart: again,
    async stop() {
      await ended(now.child, "SIGKILL");
      rmSync(dir, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
    },
  };
}

async function start(dir: string, world: object, flags: readonly string[]) {
  const file = join(dir, "world.json");
  writeFileSync(file, JSON.stringify(world));
  const args = ["dev", "--port", "0", "--json", "--data", join(dir, "data"), "--world", file, ...flags];
  // The file names the program that runs it, with its flags, as for everybody else.
  const child = owned(spawn(MAIN, args, { stdio: ["ignore", "pipe", "inherit"] }));
  const loaded = JSON.parse(await firstLine(child)) as Loaded;
  return { child, loaded };
}

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    child.stdout!.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      if (text.includes("\n")) resolve(text.split("\n")[0]!);
    });
    child.once("exit", () => reject(new Error("the service did not start")));
  });
}
