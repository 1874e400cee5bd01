/** A service in a separate process, to be killed, measured or limited. */
import { spawn, type ChildProcess } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { exchange } from "./http-client.ts";
import type { S3Options } from "heliogram/media/s3/s3-options.ts";
import { said } from "./programs.ts";
import { devWithBucket } from "./s3.ts";
import { PROGRAM } from "./program.ts";

export interface OwnProcess {
  readonly url: string;
  /** In the order of the world. */
  readonly people: readonly { readonly id: number; readonly access_token: string }[];
  readonly bots: readonly { readonly id: number; readonly token: string }[];
  readonly chats: readonly { readonly id: number }[];
  readonly program: ChildProcess;
}

export interface ProcessOptions {
  /** Its data folder, which services started after it also use. */
  readonly dir: string;
  /** The world with which it fills the store. */
  readonly world?: object;
  readonly database?: string;
  /** Where its files are, if not in its folder. */
  readonly bucket?: S3Options | undefined;
  /** A shell command that runs before the service in the same process. */
  readonly before?: string;
}

/** @throws Error with its output, if it ends before it listens */
export async function startProcess(options: ProcessOptions): Promise<OwnProcess> {
  const { dir, world = {}, database = "sqlite", before = ":", bucket } = options;
  mkdirSync(dir, { recursive: true });
  const file = join(dir, "world.json");
  writeFileSync(file, JSON.stringify(world));
  const flags = ["--data", dir, "--database", database, "--world", file, "--rate-limits", "off"];
  const started = bucket ? devWithBucket(bucket) : { command: [process.execPath, PROGRAM, "dev"], env: {} };
  const command = [...started.command, "--json", "--no-assistant", "--port", "0", ...flags];
  const program = spawn("/bin/sh", ["-c", `${before}; exec "$0" "$@"`, ...command], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...started.env },
  });
  const line = await said(program, (output) => (output.endsWith("\n") ? output : undefined));
  return { ...(JSON.parse(line) as Omit<OwnProcess, "program">), program };
}

/** Calls a method of either API. @throws Error of the connection when the process has ended */
export async function call<T>(url: string, params: object | FormData, access_token?: string): Promise<T> {
  const headers: Record<string, string> = access_token === undefined ? {} : { authorization: `Bearer ${access_token}` };
  const body = JSON.parse(await answerTo(url, params, headers)) as { ok: boolean; result: T };
  if (!body.ok) throw new Refused(`${new URL(url).pathname.split("/").at(-1)}: ${JSON.stringify(body)}`);
  return body.result;
}

async function answerTo(url: string, params: object | FormData, headers: Record<string, string>): Promise<string> {
  if (params instanceof FormData) return (await fetch(url, { method: "POST", headers, body: params })).text();
  const type = { "content-type": "application/json" };
  const { text } = await exchange(url, {
    method: "POST",
    headers: { ...type, ...headers },
    body: JSON.stringify(params),
  });
  return text;
}

/** The service has sent an unexpected response. */
export class Refused extends Error {}
