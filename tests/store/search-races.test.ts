/** A search loses no match and repeats none, wherever the index is with its work: each test sets the order of the steps. */
import { join } from "node:path";
import type pg from "pg";
import { afterEach, describe, expect, inject, test } from "vitest";
import { parseQuery } from "heliogram/domain/search/query.ts";
import { searchPage, type FoundPage } from "heliogram/methods/user/message-search.ts";
import type { Deps } from "heliogram/methods/engine/deps.ts";
import type { Db } from "heliogram/store/db.ts";
import { findAccount } from "heliogram/store/queries/accounts/accounts.ts";
import type { Follower } from "heliogram/store/search/follower.ts";
import { noteChange } from "heliogram/store/search/note-change.ts";
import { PostgresFollower } from "heliogram/store/search/postgres-follower.ts";
import { MAX_CHANGED } from "heliogram/store/search/search-index.ts";
import { SqliteFollower } from "heliogram/store/search/sqlite-follower.ts";
import { onDatabase } from "../support/databases.ts";
import { engines, startWorld, type Engine, type Json, type TestService } from "../support/service.ts";
import { sqlRead } from "../support/sql.ts";

/** More than the time after which SQLite's transaction is committed, in milliseconds. */
const COMMIT_MS = 1000;
const LEASE = { name: "search", node: "test", fence: 1_000_000 };

type Finds = Pick<Follower, "find">;

let t: TestService;
let follower: Follower | undefined;

afterEach(async () => {
  await follower?.close();
  follower = undefined;
  await t.stop();
});

const say = (text: string): Promise<Json> => t.as("alice", "sendMessage", { chat_id: t.id("Team"), text });

/** Makes what was sent visible to the index. */
async function commit(): Promise<void> {
  for (let i = 0; i < 10; i++) {
    t.clock.advance(COMMIT_MS);
    await t.fetch("/readyz");
  }
}

/** A new index whose steps the test takes. The service's own does not work meanwhile, or has another file. */
async function newIndex(engine: Engine): Promise<Follower> {
  if (engine === "sqlite") {
    const [store, path] = [join(t.dir, "heliogram.db"), join(t.dir, "other.db")];
    return (follower = new SqliteFollower({ store, path, id: "other", ends: { row: 0, change: 0 } }, () => {}));
  }
  await onDatabase(t.database, async (client) => {
    await client.query(
      `insert into lease (name, node, fence) values ($1, $2, $3)
       on conflict (name) do update set node = excluded.node, fence = excluded.fence`,
      [LEASE.name, LEASE.node, LEASE.fence],
    );
    await client.query("drop table if exists message_search_state, message_search");
  });
  follower = new PostgresFollower({ url: t.database, wait_ms: 10_000, statement_ms: 10_000 });
  follower.setLease(LEASE);
  return follower;
}

/**
 * Takes steps until nothing is left to do. On PostgreSQL, transactions of other tests on the same server hold the index back for a
 * moment.
 */
async function followAll(index: Follower): Promise<void> {
  await commit();
  const sql = "select coalesce(max(row_id), 0) as row from message";
  const newest = Number((await t.service.db.read((tx) => tx.get(sqlRead<{ row: number | string }>(sql))))!.row);
  for (let rests = 0; rests < 3;) {
    const { didWork, progress } = await index.step();
    rests = didWork || progress.high < newest ? 0 : rests + 1;
  }
}

async function search(query: string, index: Finds, limit?: number, db?: Db): Promise<string[]> {
  const { messages } = await searchedPage(query, index, limit, db);
  return messages.map((json) => (JSON.parse(json) as { text: string }).text);
}

async function searchedPage(query: string, index: Finds, limit = 50, db = t.service.db): Promise<FoundPage> {
  const bob = (await t.service.db.read((tx) => findAccount(tx, t.id("bob"))))!;
  const deps: Deps = {
    ...t.service.deps,
    db,
    search: { find: (question) => index.find(question), progress: undefined, close: async () => {} },
  };
  const found = await searchPage(deps, bob, async () => true, t.clock.now() / 1000, {
    terms: parseQuery(query),
    chat_id: undefined,
    message_thread_id: undefined,
    from_id: undefined,
    kind: undefined,
    since: 0,
    until: Number.MAX_SAFE_INTEGER,
    before: undefined,
    below: undefined,
    limit,
  });
  expect(found.matches).toHaveLength(found.messages.length);
  return found;
}

describe.each(engines())("a search on %s", (engine) => {
  test("finds what was sent before its index began, at each step of it", async () => {
    t = await startWorld(engine);
    await say("report 1");
    await say("report 2");
    await commit();
    const index = await newIndex(engine);
    await say("report 3");
    await commit();
    for (let i = 0; i < 5; i++) {
      expect(await search("report", index)).toEqual(["report 3", "report 2", "report 1"]);
      await index.step();
    }
  });

  test("finds an edited message when the index follows the edit between its answer and the read", async () => {
    t = await startWorld(engine);
    const index = await newIndex(engine);
    const { message_id } = await say("draft");
    await followAll(index);
    await t.as("alice", "editMessageText", { chat_id: t.id("Team"), message_id, text: "final version" });
    const following: Finds = {
      async find(question) {
        const found = await index.find(question);
        await followAll(index);
        return found;
      },
    };
    expect(await search("version", following)).toEqual(["final version"]);
    expect(await search("version", index)).toEqual(["final version"]);
  });

  test("says that messages may be missing while more have changed than it checks", async () => {
    t = await startWorld(engine);
    const index = await newIndex(engine);
    const { message_id } = await say("final version");
    await followAll(index);
    await t.service.db.write(async (tx) => {
      for (let i = 0; i < MAX_CHANGED; i++) await noteChange(tx, t.id("Team"), "=", message_id);
    });
    expect(await searchedPage("version", index)).toMatchObject({ indexing: true });
    await followAll(index);
    expect(await searchedPage("version", index)).toMatchObject({ indexing: false });
  });

  test("repeats no message while deleted ones are still in the index", async () => {
    t = await startWorld(engine);
    const index = await newIndex(engine);
    const ids: number[] = [];
    for (let i = 0; i < 250; i++) ids.push((await say(`old note ${i}`)).message_id);
    await followAll(index);
    while (ids.length > 0)
      await t.as("alice", "deleteMessages", { chat_id: t.id("Team"), message_ids: ids.splice(0, 100) });
    await commit();
    await index.step();
    const said: string[] = [];
    for (let i = 0; i < 20; i++) said.unshift((await say(`new note ${i}`)).text);
    expect(await search("note", index, 100)).toEqual(said);
    await followAll(index);
    expect(await search("note", index, 100)).toEqual(said);
  });

  test("has each message once when a read of it is repeated", async () => {
    t = await startWorld(engine);
    const index = await newIndex(engine);
    for (const n of [1, 2]) await say(`report ${n}`);
    await followAll(index);
    await say("report 3");
    const { db } = t.service;
    const repeating: Db = Object.create(db, {
      read: {
        value: async (body: Parameters<typeof db.read>[0]) => {
          await db.read(body);
          return db.read(body);
        },
      },
    });
    expect(await search("report", index, 50, repeating)).toEqual(["report 3", "report 2", "report 1"]);
  });
});

describe.runIf(inject("postgresUrl") !== "")("the search index on PostgreSQL", () => {
  test("waits for a message whose transaction is younger than that of the message after it", async () => {
    t = await startWorld("postgres");
    const index = await newIndex("postgres");
    await followAll(index);
    await onDatabase(t.database, (first) =>
      onDatabase(t.database, async (second) => {
        for (const client of [second, first]) {
          await client.query("begin");
          await client.query("select pg_current_xact_id()");
        }
        const row = await insertMessage(first, 1001);
        expect(await insertMessage(second, 1002)).toBe(row + 1);
        // The server tells of no transaction that is younger than the last one that has ended.
        await second.query("commit");
        expect((await index.step()).progress.high).toBeLessThan(row);
        expect(await search("planted", index)).toEqual(["planted 1002"]);
        await first.query("commit");
      }),
    );
    expect(await search("planted", index)).toEqual(["planted 1002", "planted 1001"]);
    await followAll(index);
    expect(await search("planted", index)).toEqual(["planted 1002", "planted 1001"]);
  });
});

/** @returns the number of the row */
async function insertMessage(client: pg.Client, message_id: number): Promise<number> {
  const { rows } = await client.query(
    `insert into message (chat_id, message_id, sender_id, date, text, content) values ($1, $2, $3, $4, $5, '{}')
     returning row_id`,
    [t.id("Team"), message_id, t.id("alice"), Math.floor(t.clock.now() / 1000), `planted ${message_id}`],
  );
  return Number(rows[0].row_id);
}
