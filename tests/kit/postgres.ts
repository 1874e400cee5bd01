/** A PostgreSQL server of the tests' own, in a temporary folder, tuned to forget everything at a power cut. */
import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { chmodSync, chownSync, existsSync, mkdtempSync, readFileSync, rmSync, openSync, closeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { freePort } from "../../tools/free-port.ts";
import { end } from "./programs.ts";
import { unprivileged, within, type Binaries } from "./postgres-binaries.ts";

export interface TestPostgres {
  /** The address of the server's own database. */
  readonly url: string;
  stop(): Promise<void>;
}

const READY_MS = 30_000;
/** Ends the server without waiting for those who are connected. */
const DROPPING = "SIGINT";
const SETTINGS = {
  listen_addresses: "127.0.0.1",
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  max_connections: 200,
};

/** Starts a server. Nothing of it is left after `stop`, nor where it does not start. */
export async function startPostgres(found: Binaries): Promise<TestPostgres> {
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
    const settings = { ...SETTINGS, port, unix_socket_directories: folder };
    const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
    const log = openSync(join(folder, "log"), "a");
    server = spawn(binaries.postgres, ["-D", data, ...flags], { ...options, stdio: ["ignore", log, log] });
    closeSync(log);
    const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
    await untilReady(server, url, join(folder, "log"));
    return { url, stop: endsWithUs(server, folder) };
  } catch (error) {
    if (server) await end(server, DROPPING);
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

/** Ends the server at the latest with our own process, however that ends. @returns what ends it before */
function endsWithUs(server: ChildProcess, folder: string): () => Promise<void> {
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const atOnce = () => {
    server.kill("SIGQUIT");
    // The server still tidies up in the folder for a moment, which makes removing it stop half-way.
    for (let tries = 0; tries < 100 && existsSync(folder); tries++) {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
      remove();
    }
  };
  process.once("exit", atOnce);
  return async () => {
    process.off("exit", atOnce);
    await end(server, DROPPING);
    remove();
  };
}

/** @throws Error with the server's own words, if it ends or does not answer in time */
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

/** Carries out one statement. */
export function onServer(url: string, sql: string): Promise<void> {
  return connected(url, async (client) => void (await client.query(sql)));
}

/** Holds a chat's row in a transaction that goes on until it is let go. */
export async function heldRow(url: string, chat: number): Promise<{ readonly release: () => Promise<void> }> {
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

/** Every row of a database as PostgreSQL writes it, by table. */
export function rowsOf(url: string): Promise<{ name: string; content: string }[]> {
  return connected(url, async (client) => {
    const names = await client.query("select tablename from pg_tables where schemaname = 'public'");
    const tables: { name: string; content: string }[] = [];
    for (const { tablename } of names.rows) {
      const { rows } = await client.query({ text: `select t::text from "${tablename}" t`, rowMode: "array" });
      tables.push({ name: `table ${tablename}`, content: rows.join("\n") });
    }
    return tables;
  });
}

/** A new, empty database on a server, with the words of `create database` that make it special. @returns its address */
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
