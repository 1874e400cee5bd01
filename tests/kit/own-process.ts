/** A service in a process of its own: to be killed, to be measured, or to have a limit of its own. */
import { spawn, type ChildProcess } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { said } from "./programs.ts";

const MAIN = new URL("../../server/main.ts", import.meta.url).pathname;

export interface OwnProcess {
  readonly url: string;
  /** In the order of the world. */
  readonly people: readonly { readonly id: number; readonly access_token: string }[];
  readonly bots: readonly { readonly id: number; readonly token: string }[];
  readonly chats: readonly { readonly id: number }[];
  readonly program: ChildProcess;
}

export interface Wish {
  /** Its folder of data, also for those who come after it. */
  readonly dir: string;
  /** What it fills the store with. */
  readonly world?: object;
  readonly database?: string;
  /** A line of a shell, to be carried out before it starts and in the same process. */
  readonly before?: string;
}

/** @throws Error with its words, if it ends before it listens */
export async function startProcess({ dir, world = {}, database = "sqlite", before = ":" }: Wish): Promise<OwnProcess> {
  mkdirSync(dir, { recursive: true });
  const file = join(dir, "world.json");
  writeFileSync(file, JSON.stringify(world));
  const flags = ["--data", dir, "--database", database, "--world", file, "--rate-limits", "off"];
  const command = [process.execPath, MAIN, "dev", "--json", "--no-assistant", "--port", "0", ...flags];
  const program = spawn("/bin/sh", ["-c", `${before}; exec "$0" "$@"`, ...command], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const line = await said(program, (output) => (output.endsWith("\n") ? output : undefined));
  return { ...(JSON.parse(line) as Omit<OwnProcess, "program">), program };
}

/** Calls a method of people's or of bots. @throws what `fetch` throws when the process has ended */
export async function call<T>(url: string, params: object | FormData, access_token?: string): Promise<T> {
  const form = params instanceof FormData;
  const headers = {
    ...(form ? {} : { "content-type": "application/json" }),
    ...(access_token === undefined ? {} : { authorization: `Bearer ${access_token}` }),
  };
  const answer = await fetch(url, { method: "POST", headers, body: form ? params : JSON.stringify(params) });
  const body = (await answer.json()) as { ok: boolean; result: T };
  if (!body.ok) throw new Refused(`${new URL(url).pathname.split("/").at(-1)}: ${JSON.stringify(body)}`);
  return body.result;
}

/** The service has answered, and not as it should. */
export class Refused extends Error {}
