/** Targets that consist of one script. Each runs in a child process, which sends its port when it listens. */
import { fork } from "node:child_process";
import { stopProcess, killOnExit } from "../cleanup.ts";
import type { BenchPostgres } from "./postgres.ts";
import { CHATS, type Target } from "./target.ts";

export interface EchoTarget extends Target {
  /** Sets the response to all further requests. */
  setResponse(response: CannedResponse): void;
}

/** A response of the echo: the body, and the headers that `node:http` does not write itself. */
export interface CannedResponse {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Starts the baseline: bare `node:http`. */
export async function startEcho(): Promise<EchoTarget> {
  const { target, send } = await forkTarget("echo", new URL("./echo-server.ts", import.meta.url));
  return { ...target, setResponse: send };
}

/**
 * Starts the driver of PostgreSQL alone: `node:http` that writes the rows of each message before it sends the response,
 * and does nothing else.
 */
export async function startDriver(postgres: BenchPostgres): Promise<EchoTarget> {
  const database = await postgres.createDatabase();
  const { target, send } = await forkTarget("driver", new URL("./driver-server.ts", import.meta.url), [database]);
  return { ...target, store_pid: postgres.pid, setResponse: send };
}

/** Starts the baseline of messages between two browsers. */
export async function startRelay(): Promise<Target> {
  return (await forkTarget("relay", new URL("./relay-server.ts", import.meta.url))).target;
}

/** Starts telegram-test-api from npm, which keeps everything in memory. */
export async function startTestApi(): Promise<Target> {
  return (await forkTarget("telegram-test-api", new URL("./test-api-server.ts", import.meta.url))).target;
}

/** @throws Error if the script exits before it has sent its port */
async function forkTarget(name: string, script: URL, args: readonly string[] = []) {
  const child = killOnExit(fork(script, args, { stdio: ["ignore", "ignore", "inherit", "ipc"] }));
  const port = await new Promise<number>((resolve, reject) => {
    child.once("message", (message) => resolve(message as number));
    child.once("exit", () => reject(new Error(`${name} did not start`)));
  });
  const chats = Array.from({ length: CHATS }, (_, i) => i + 1);
  const accounts = { sender: "1:bench", poller: "2:bench", chats, person: undefined };
  const target: Target = { name, pid: child.pid!, port, accounts, stop: () => stopProcess(child, "SIGKILL") };
  return { target, send: (message: object) => void child.send(message) };
}
