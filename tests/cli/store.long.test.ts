/** Stores that a service refuses to open because data would be lost, and the commands that repair them. */
import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, describe, expect, test, vi } from "vitest";
import { PATIENCE_MS, CommandFolder, type Ended } from "../support/commands.ts";
import { call, startProcess } from "../support/own-process.ts";
import { giveBackDatabase, takeDatabase } from "../support/databases.ts";
import { end } from "../support/programs.ts";
import { engines, type Engine, type Json } from "../support/service.ts";

vi.setConfig({ testTimeout: PATIENCE_MS, hookTimeout: PATIENCE_MS });
const shop = new CommandFolder();
const databases: string[] = [];
afterAll(async () => {
  await shop.close();
  for (const each of databases) await giveBackDatabase(each);
});

/** A data folder and a database, and the commands on them. */
class Place {
  readonly name: string;
  readonly dir: string;
  database: string;
  /** What the settings give besides the folder and the database. */
  settings: Record<string, string> = {};

  constructor(name: string, database: string) {
    this.name = name;
    this.dir = join(shop.dir, name);
    this.database = database;
    mkdirSync(this.dir, { mode: 0o700 });
  }

  get env(): Record<string, string> {
    return {
      HELIOGRAM_DATA_DIR: this.dir,
      HELIOGRAM_DATABASE: this.database,
      HELIOGRAM_PORT: "0",
      HELIOGRAM_HOST: "127.0.0.1",
      ...this.settings,
    };
  }

  get key(): string {
    return join(this.dir, "secret.key");
  }

  /** Whoever is asked for a password gives this one. */
  run(...args: string[]): Promise<Ended> {
    return shop.run(args, this.env, "correct horse");
  }

  async ok(...args: string[]): Promise<Json> {
    const { code, stdout, stderr } = await this.run(...args);
    if (code !== 0) throw new Error(`${args.join(" ")} ended with ${code}: ${stderr}`);
    return JSON.parse(stdout);
  }

  /** What `serve` says when it refuses to start, and so do commands on the store. */
  async refused(): Promise<string> {
    const [serve, list] = [await this.run("serve"), await this.run("person", "list")];
    for (const { code, stdout, stderr } of [serve, list]) {
      const isOneLine = stderr.trim().split("\n").length === 1;
      if (code !== 1 || stdout !== "" || !isOneLine || stderr !== serve.stderr)
        throw new Error(`it ended with ${code}, and said: ${stdout}${stderr}`);
    }
    return serve.stderr;
  }

  async started<T>(work: (url: string) => Promise<T>): Promise<T> {
    const { found, stop } = await shop.start(["serve"], this.env, (text) => /listens on (\S+)/.exec(text)?.[1]);
    try {
      return await work(found);
    } finally {
      await stop();
    }
  }

  /** Somebody who can sign in, and a bot with a token. */
  async settle(): Promise<string> {
    await this.ok("person", "create", "--username", "bob", "--service-owner");
    return (await this.ok("bot", "create", "--username", "some_bot", "--owner", "bob")).token;
  }

  names(): string[] {
    return readdirSync(this.dir).sort();
  }
}

let count = 0;
async function place(engine: Engine): Promise<Place> {
  const database = engine === "postgres" ? await takeDatabase() : engine;
  if (engine === "postgres") databases.push(database);
  return new Place(`place-${++count}`, database);
}

const status = async (address: string): Promise<number> => (await fetch(address)).status;

describe.each(engines())("the key of a store on %s", (engine) => {
  test("that is lost is replaced only on request, which ends sessions and tokens", async () => {
    const at = await place(engine);
    const token = await at.settle();
    await at.started(async (url) => expect(await status(`${url}/bot${token}/getMe`)).toBe(200));
    const key = readFileSync(at.key);
    rmSync(at.key);
    expect(await at.refused()).toMatch(/secret\.key is missing.*store new-key/);
    expect(existsSync(at.key)).toBe(false);
    writeFileSync(at.key, key);
    expect(await at.ok("person", "list")).toHaveLength(1);

    rmSync(at.key);
    expect(await at.ok("store", "new-key")).toMatchObject({ set_aside: [] });
    await at.started(async (url) => {
      expect(await status(`${url}/bot${token}/getMe`)).toBe(401);
      const answer = await fetch(`${url}/api/signIn`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ username: "bob", password: "correct horse", device: "x" }),
      });
      expect(answer.status).toBe(200);
      const renewed = await at.ok("bot", "token", "some_bot", "--yes");
      expect(await status(`${url}/bot${renewed.token}/getMe`)).toBe(200);
      const running = await at.run("store", "new-key");
      expect([running.code, running.stderr]).toEqual([
        1,
        expect.stringContaining("a service runs on this data folder"),
      ]);
    });
    // The one before, from a backup, is another one now.
    const renewed = readFileSync(at.key);
    writeFileSync(at.key, key);
    expect(await at.refused()).toMatch(/belongs to another store.*store new-key/);
    expect((await at.ok("store", "new-key")).set_aside).toEqual([expect.stringMatching(/^secret\.key\.before-\d+$/)]);
    expect(readFileSync(at.key)).not.toEqual(renewed);
    writeFileSync(at.key, "");
    expect(await at.refused()).toMatch(/secret\.key is damaged/);
  });

  test("may be lost while no credentials exist", async () => {
    const at = await place(engine);
    await at.started(async () => {});
    const before = readFileSync(at.key);
    rmSync(at.key);
    await at.started(async () => {});
    expect(readFileSync(at.key)).not.toEqual(before);
  });
});

test.each(engines())("a key that the settings give takes the place of the one in the folder, on %s", async (engine) => {
  const at = await place(engine);
  const token = await at.settle();
  const file = join(shop.dir, `shared-${at.name}.key`);
  writeFileSync(file, readFileSync(at.key));
  const key = readFileSync(at.key, "utf8").trim();
  rmSync(at.key);
  expect(await at.refused()).toMatch(/secret\.key is missing.*HELIOGRAM_SECRET_KEY_FILE/);
  at.settings = { HELIOGRAM_SECRET_KEY_FILE: file };
  await at.started(async (url) => expect(await status(`${url}/bot${token}/getMe`)).toBe(200));
  expect(at.names()).not.toContain("secret.key");
  expect((await at.run("config", "show")).stdout).not.toContain(key);

  const other = randomBytes(32).toString("base64url");
  at.settings = { HELIOGRAM_SECRET_KEY: other };
  const refused = await at.refused();
  expect(refused).toMatch(
    /the key that HELIOGRAM_SECRET_KEY gives belongs to another store.*HELIOGRAM_SECRET_KEY_FILE/,
  );
  expect(refused).not.toContain(other);
  expect(await at.ok("store", "new-key")).toMatchObject({ set_aside: [] });
  expect(at.names()).not.toContain("secret.key");
  await at.started(async (url) => expect(await status(`${url}/bot${token}/getMe`)).toBe(401));
});

test.each(engines())("a new store takes the key that the settings give, on %s", async (engine) => {
  const at = await place(engine);
  at.settings = { HELIOGRAM_SECRET_KEY: randomBytes(32).toString("base64url") };
  const token = await at.settle();
  await at.started(async (url) => expect(await status(`${url}/bot${token}/getMe`)).toBe(200));
  expect(at.names()).not.toContain("secret.key");
  at.settings = {};
  expect(await at.refused()).toMatch(/secret\.key is missing/);
});

test.runIf(engines().includes("postgres"))(
  "a second node does not begin a store that another one has begun",
  async () => {
    const [one, other] = [await place("postgres"), await place("postgres")];
    other.database = one.database;
    await one.started(async () => {
      const { code, stderr } = await other.run("serve");
      expect([code, stderr]).toEqual([1, expect.stringContaining("another node uses this store with another key")]);
      expect(other.names()).not.toContain("secret.key");
      writeFileSync(other.key, readFileSync(one.key));
      await other.started(async (url) => expect(await status(`${url}/readyz`)).toBe(200));
    });
  },
);

test("the key of another store is refused, and a store of an earlier version is bound to its current key", async () => {
  const [one, other] = [await place("sqlite"), await place("sqlite")];
  await one.settle();
  await other.settle();
  const key = readFileSync(one.key);
  writeFileSync(one.key, readFileSync(other.key));
  expect(await one.refused()).toMatch(/belongs to another store/);
  writeFileSync(one.key, key);
  const unmarked = new DatabaseSync(join(one.dir, "heliogram.db"));
  unmarked.exec("delete from meta where key = 'key_mark'");
  unmarked.close();
  await one.ok("person", "list");
  writeFileSync(one.key, readFileSync(other.key));
  expect(await one.refused()).toMatch(/belongs to another store/);
});

describe.runIf(engines().includes("postgres"))("a database that does not belong to the data folder", () => {
  test("is refused if it is empty, with the existing files named, and initialized on request with all files kept", async () => {
    const at = await place("sqlite");
    await at.settle();
    const sqlite = at.database;
    const files = at.names();
    at.database = (await place("postgres")).database;
    expect(await at.refused()).toMatch(
      /is empty, but the data folder .*heliogram\.db, which HELIOGRAM_DATABASE=sqlite names/,
    );
    at.database = sqlite;
    expect((await at.run("store", "create")).stderr).toContain("can be opened as it is");
    const dev = await at.run("dev", "--data", at.dir, "--port", "0");
    expect([dev.code, dev.stderr]).toEqual([1, expect.stringContaining("whose files a store in memory would remove")]);
    expect(await at.ok("person", "list")).toHaveLength(1);

    at.database = databases.at(-1)!;
    const { set_aside } = await at.ok("store", "create");
    expect(readdirSync(set_aside).sort()).toEqual(expect.arrayContaining(files));
    expect(await at.ok("person", "list")).toEqual([]);
    await at.settle();
    // Back again: now the folder belongs to the database on the server.
    at.database = sqlite;
    expect(await at.refused()).toMatch(/has the key of a store, but no heliogram\.db/);
    expect(at.names().filter((name) => name.startsWith("heliogram.db"))).toEqual([]);
    for (const name of at.names().filter((each) => !each.startsWith("before-")))
      rmSync(join(at.dir, name), { recursive: true });
    for (const name of readdirSync(set_aside)) renameSync(join(set_aside, name), join(at.dir, name));
    expect(await at.ok("person", "list")).toHaveLength(1);
  });

  test("is refused if it is not empty, and no new store is created in it", async () => {
    const [one, other] = [await place("postgres"), await place("postgres")];
    await one.settle();
    await other.settle();
    const { database } = one;
    one.database = other.database;
    expect(await one.refused()).toMatch(/belongs to another store/);
    expect((await one.run("store", "create")).stderr).toContain("the database has a store already");
    expect((await one.run("store", "check")).stderr).toContain("SQLite alone");
    one.database = database;
    expect(await one.ok("person", "list")).toHaveLength(1);
  });
});

test("a damaged redo log is refused, found by the check, and discarded on request", async () => {
  const at = await place("sqlite");
  const world = { people: [{ name: "Alice", username: "alice" }], chats: [{ title: "Own", creator: "alice" }] };
  const first = await startProcess({ dir: at.dir, world });
  const [chat_id, token] = [first.chats[0]!.id, first.people[0]!.access_token];
  const history = async (url: string): Promise<number> =>
    (await call<Json>(`${url}/api/getHistory`, { chat_id, limit: 100 }, token)).messages.length;
  for (let n = 0; n < 40; n++) await call(`${first.url}/api/sendMessage`, { chat_id, text: `text ${n}` }, token);
  const before = await history(first.url);
  await end(first.program, "SIGKILL");
  // As after a power cut: SQLite's write-ahead log is missing.
  for (const name of ["heliogram.db-wal", "heliogram.db-shm"]) rmSync(join(at.dir, name));
  const complete = join(shop.dir, "complete");
  execFileSync("cp", ["-r", at.dir, complete]);
  const segment = readdirSync(at.dir).find((name) => /\.redo\.\d+$/.test(name))!;
  const bytes = readFileSync(join(at.dir, segment));
  bytes[bytes.indexOf('"text 36"') + 3]! ^= 1;
  writeFileSync(join(at.dir, segment), bytes);

  expect(await at.refused()).toMatch(/the redo log is damaged.* 3 new messages follow.*store accept-loss/);
  const checked = await at.run("store", "check");
  expect([checked.code, JSON.parse(checked.stdout).damage]).toEqual([1, [expect.stringContaining("is damaged")]]);
  const { lost, set_aside } = await at.ok("store", "accept-loss");
  expect([lost.messages, set_aside.length]).toEqual([3, 1]);
  expect(readFileSync(join(at.dir, set_aside[0]))).toEqual(bytes);
  expect(await at.ok("store", "check")).toEqual({ damage: [] });
  expect(await at.ok("store", "accept-loss")).toEqual({ lost: null, set_aside: [] });
  const second = await startProcess({ dir: at.dir });
  expect(await history(second.url)).toBe(before - 4);
  await end(second.program, "SIGTERM");

  const undamaged = await startProcess({ dir: complete });
  expect(await history(undamaged.url)).toBe(before);
  await end(undamaged.program, "SIGTERM");
});

test("compacting returns the space of deleted data, of which nothing remains", async () => {
  const at = await place("sqlite");
  const file = join(at.dir, "heliogram.db");
  const token = await at.settle();
  const secret = "a sentence that nobody is to read again";
  const world = {
    people: [{ name: "Alice", username: "alice" }],
    bots: [{ name: "Load", username: "load_bot", started_by: ["alice"] }],
  };
  const other = new Place(`${at.dir}-other`.split("/").at(-1)!, "sqlite");
  const { url, program, bots, people } = await startProcess({ dir: other.dir, world });
  const bot = `${url}/bot${bots[0]!.token}`;
  const long = "x".repeat(1000);
  const sent: number[] = [];
  for (let n = 0; n < 1000; n++) {
    const { message_id } = await call<Json>(`${bot}/sendMessage`, {
      chat_id: people[0]!.id,
      text: `${secret} ${long}`,
    });
    sent.push(message_id);
  }
  for (let n = 0; n < sent.length; n += 100)
    await call(`${bot}/deleteMessages`, { chat_id: people[0]!.id, message_ids: sent.slice(n, n + 100) });
  await end(program, "SIGTERM");
  expect(readFileSync(join(other.dir, "heliogram.db")).includes(secret)).toBe(false);
  const { bytes_before, bytes_after } = await other.ok("store", "compact");
  expect(bytes_after).toBeLessThan(bytes_before / 2);
  expect(statSync(join(other.dir, "heliogram.db")).size).toBe(bytes_after);
  expect(await other.ok("store", "check")).toEqual({ damage: [] });

  await at.ok("store", "compact");
  expect(existsSync(`${file}.compact`)).toBe(false);
  await at.started(async (address) => {
    expect(await status(`${address}/bot${token}/getMe`)).toBe(200);
    expect((await at.run("store", "compact")).stderr).toContain("a service runs on this data folder");
  });
});

test.skipIf(engines().length === 1)("PostgreSQL gives its room back by itself", async () => {
  const at = await place("postgres");
  await at.settle();
  expect((await at.run("store", "compact")).stderr).toContain("about stores on SQLite alone");
});
