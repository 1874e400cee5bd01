/** A temporary PostgreSQL server for tests, configured without durability. */
import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { chmodSync, chownSync, existsSync, mkdtempSync, readFileSync, rmSync, openSync, closeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { atExit } from "../../tools/at-exit.ts";
import { freePort } from "../../tools/free-port.ts";
import { end } from "./programs.ts";
import { unprivileged, within, type Binaries } from "./postgres-binaries.ts";

export interface TestPostgres {
  /** The address of the server's own database. */
  readonly url: string;
  /** The folder of its data and logs. */
  readonly folder: string;
  readonly pid: number;
  stop(): Promise<void>;
}

const READY_MS = 120_000;
/** Ends the server without waiting for its clients. */
const DROPPING = "SIGINT";
const SETTINGS = {
  listen_addresses: "127.0.0.1",
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  max_connections: 200,
};

/** Starts a server, with additional settings. Its folder is removed by `stop`, and if it does not start. */
export async function startPostgres(found: Binaries, more: Record<string, string> = {}): Promise<TestPostgres> {
  const as = unprivileged();
  const folder = mkdtempSync(join(tmpdir(), "heliogram-pg-"));
  let server: ChildProcess | undefined;
  try {
    chmodSync(folder, 0o755);
    const binaries = within(found, as, folder);
    if (as.uid !== undefined) chownSync(folder, as.uid, as.gid!);
    const data = join(folder, "data");
    const options = { ...as, env: { PATH: process.env.PATH ?? "", LC_ALL: "C", HOME: folder }, cwd: folder };
    const initdb = ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync"];
    execFileSync(binaries.initdb, initdb, { ...options, stdio: "pipe" });
    const port = await freePort();
    const settings = { ...SETTINGS, ...more, port, unix_socket_directories: folder };
    const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
    const log = openSync(join(folder, "log"), "a");
    server = spawn(binaries.postgres, ["-D", data, ...flags], { ...options, stdio: ["ignore", log, log] });
    closeSync(log);
    const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
    await untilReady(server, url, join(folder, "log"));
    return { url, folder, pid: server.pid!, stop: endsWithUs(server, folder) };
  } catch (error) {
    if (server) await end(server, DROPPING);
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

/** Ends the server at the latest with the current process. @returns a function that ends it earlier */
function endsWithUs(server: ChildProcess, folder: string): () => Promise<void> {
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const cancelCleanUp = atExit(() => {
    server.kill("SIGQUIT");
    // The server still writes to the folder for a moment, which can interrupt its removal.
    for (let tries = 0; tries < 100 && existsSync(folder); tries++) {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
      remove();
    }
  });
  return async () => {
    cancelCleanUp();
    await end(server, DROPPING);
    remove();
  };
}

/** @throws Error with the server's output, if it ends or does not answer in time */
async function untilReady(server: ChildProcess, url: string, log: string): Promise<void> {
  let failed: unknown;
  server.once("error", (error) => (failed = error));
  const deadline_ms = Date.now() + READY_MS;
  for (;;) {
    try {
      await onServer(url, "select 1");
      return;
    } catch (error) {
      const ended = server.exitCode !== null || server.signalCode !== null || failed !== undefined;
      if (ended || Date.now() > deadline_ms) {
        throw new Error(`PostgreSQL did not start: ${String(failed ?? readFileSync(log, "utf8"))}`, { cause: error });
      }
      await new Promise((done) => setTimeout(done, 50));
    }
  }
}

/** Executes one statement. */
export function onServer(url: string, sql: string): Promise<void> {
  return connected(url, async (client) => void (await client.query(sql)));
}

/** Locks a chat's row in a transaction that lasts until the lock is released. */
export async function lockChatRow(url: string, chat: number): Promise<{ readonly release: () => Promise<void> }> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("begin");
  await client.query("select from chat where id = $1 for update", [chat]);
  return { release: () => client.end() };
}

async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** A new, empty database on a server, with options of `create database`. @returns its address */
export async function createDatabase(url: string, as = ""): Promise<string> {
  const name = `t${randomUUID().replaceAll("-", "")}`;
  await onServer(url, `create database ${name} ${as}`);
  return url.replace(/\/[^/]*$/, `/${name}`);
}

/** Removes a database that `createDatabase` made. */
export async function dropDatabase(url: string): Promise<void> {
  const name = url.split("/").at(-1)!;
  await onServer(url.replace(/\/[^/]*$/, "/postgres"), `drop database if exists ${name} with (force)`);
}
