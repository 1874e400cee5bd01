/** The search index follows the store, also after failures of either. */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import fc from "fast-check";
import pg from "pg";
import { afterEach, describe, expect, inject, test } from "vitest";
import { indexed } from "../support/indexed.ts";
import { LONG_RUN } from "../support/long-run.ts";
import { call, startProcess } from "../support/own-process.ts";
import { end } from "../support/programs.ts";
import { engines, startWorld, WORLD, type Engine, type Json, type TestService } from "../support/service.ts";
import { until } from "../support/until.ts";

let t: TestService;
afterEach(() => t.stop());

const WORDS = ["red", "redder", "green", "blue", "東京", "東海"];
const CHATS = ["Team", "Private"];

type Step =
  | { readonly do: "say"; readonly chat: string; readonly words: readonly string[] }
  | { readonly do: "edit"; readonly which: number; readonly words: readonly string[] }
  | { readonly do: "delete"; readonly which: number }
  | { readonly do: "index" }
  | { readonly do: "lose" | "restart" };

const words = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 3 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant("say" as const), chat: fc.constantFrom(...CHATS), words }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("edit" as const), which: fc.nat(), words }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("delete" as const), which: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("index" as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom("lose" as const, "restart" as const) }) },
);

interface Said {
  readonly chat_id: number;
  readonly message_id: number;
  words: readonly string[];
}

/** The expected matches of a query of one word, or of a word and a prefix. */
function meant(said: readonly Said[], query: readonly string[]): number[] {
  const has = ({ words: all }: Said, word: string, isLast: boolean) =>
    all.some((each) => (isLast ? each.startsWith(word) : each === word));
  return said
    .filter((each) => query.every((word, i) => has(each, word, i === query.length - 1)))
    .map(({ message_id }) => message_id);
}

async function lose(engine: Engine): Promise<void> {
  if (engine === "sqlite") return t.restart(async () => rmSync(join(t.dir, "search.db")));
  const client = new pg.Client(new URL(t.databaseName, inject("postgresUrl")).href);
  await client.connect();
  // In the order in which the index locks them: in the other one, a step and this could wait for each other.
  await client.query("drop table if exists message_search_state, message_search");
  await client.end();
}

/** The words that can be read from the files of the index. */
async function indexedWords(engine: Engine): Promise<Set<string>> {
  if (engine === "sqlite") {
    const db = new DatabaseSync(join(t.dir, "search.db"), { readOnly: true });
    const rows = db.prepare("select distinct term from term").all();
    const kept = db.prepare("select words from doc").all();
    db.close();
    return new Set([
      ...rows.map(({ term }) => String(term)),
      ...kept.flatMap(({ words: all }) => String(all).split(" ")),
    ]);
  }
  const client = new pg.Client(new URL(t.databaseName, inject("postgresUrl")).href);
  await client.connect();
  const { rows } = await client.query("select distinct unnest(tsvector_to_array(words)) as word from message_search");
  await client.end();
  return new Set(rows.map(({ word }) => word));
}

describe.each(engines())("the search index on %s", (engine) => {
  test(
    "finds exactly the matching messages after any history of sends, edits, deletions and failures",
    { timeout: 120_000 },
    async () => {
      t = await startWorld(engine, WORLD, { search_index: true });
      const said: Said[] = [];
      const clear = async () => {
        for (const { chat_id, message_id } of said.splice(0))
          await t.as("alice", "deleteMessage", { chat_id, message_id });
      };
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
          // A failed history leaves its messages.
          await clear();
          for (const each of steps) await take(engine, each, said);
          await expectFound(said);
          await indexed(t);
          await expectFound(said);
          await clear();
          await expectFound([]);
          await indexed(t);
          const left = await indexedWords(engine);
          expect(WORDS.filter((word) => left.has(word))).toEqual([]);
        }),
        // Shrinking a failed history takes longer than reading it.
        { numRuns: 4, endOnFailure: true },
      );
    },
  );
});

async function take(engine: Engine, each: Step, said: Said[]): Promise<void> {
  if (each.do === "say") {
    const chat_id = t.id(each.chat);
    const { message_id } = await t.as("alice", "sendMessage", { chat_id, text: each.words.join(" ") });
    said.push({ chat_id, message_id, words: each.words });
  } else if (each.do === "index") await indexed(t);
  else if (each.do === "lose") await lose(engine);
  else if (each.do === "restart") await t.restart();
  else if ("which" in each && said.length > 0) {
    const one = said[each.which % said.length]!;
    const { chat_id, message_id } = one;
    if (!("words" in each)) {
      await t.as("alice", "deleteMessage", { chat_id, message_id });
      said.splice(said.indexOf(one), 1);
    } else {
      const text = each.words.join(" ");
      // An edit without changes is refused.
      if (text !== one.words.join(" ")) await t.as("alice", "editMessageText", { chat_id, message_id, text });
      one.words = each.words;
    }
  }
}

async function expectFound(said: readonly Said[]): Promise<void> {
  for (const query of [["red"], ["green"], ["blue", "re"], ["redder", "green"], ["東"], ["東京"]]) {
    const { messages } = await allOf({ query: query.join(" ") });
    const found = messages.map((each: Json) => each.message_id);
    expect(found.toSorted()).toEqual(meant(said, query).toSorted());
  }
}

/** All pages of results, also while older messages are still being indexed. */
async function allOf(params: object): Promise<{ messages: Json[] }> {
  for (;;) {
    const messages: Json[] = [];
    let cursor: string | undefined;
    let isWhole = true;
    do {
      const page: Json = await t.as("bob", "searchMessages", { ...params, limit: 3, ...(cursor ? { cursor } : {}) });
      messages.push(...page.messages);
      cursor = page.next;
      isWhole &&= !page.indexing;
    } while (cursor !== undefined);
    if (isWhole) return { messages };
  }
}

describe("the search index beside a store on SQLite", () => {
  const file = (name: string) => join(t.dir, name);
  const found = async (query: string) =>
    (await t.as("bob", "searchMessages", { query })).messages.map((each: Json) => each.text);
  const say = (text: string): Promise<Json> => t.as("alice", "sendMessage", { chat_id: t.id("Team"), text });

  test("is rebuilt if the store was restored from an earlier state", async () => {
    t = await startWorld("sqlite", WORLD, { search_index: true });
    const { message_id } = await say("before the backup");
    await indexed(t);
    await t.restart(async () => copyFileSync(file("heliogram.db"), file("backup")));
    await say("after the backup");
    await t.as("alice", "editMessageText", { chat_id: t.id("Team"), message_id, text: "changed" });
    await indexed(t);
    await t.restart(async () => copyFileSync(file("backup"), file("heliogram.db")));
    await say("later");
    await indexed(t);
    expect(t.log.join("")).toContain("the store is older than it");
    expect(await found("backup")).toEqual(["before the backup"]);
    expect(await found("changed")).toEqual([]);
    expect((await indexedWords("sqlite")).has("after")).toBe(false);
  });

  test.each<[string, (path: string) => void, string]>([
    ["is damaged", (path) => writeFileSync(path, "no database at all".repeat(1000)), "there is none that fits"],
    ["has damaged pages", (path) => damagePages(path), "it is damaged"],
    ["was made by another version", (path) => makeOld(path), "there is none that fits"],
  ])("is made anew where it %s", async (_, harm, reason) => {
    t = await startWorld("sqlite", WORLD, { search_index: true });
    for (let i = 0; i < 50; i++) await say(`some words ${i} of many`);
    await indexed(t);
    t.log.length = 0;
    await t.restart(async () => {
      rmSync(file("search.db-wal"), { force: true });
      harm(file("search.db"));
    });
    for (let tries = 0; tries < 500 && !t.log.join("").includes(reason); tries++) {
      await found("words 49");
      await new Promise((done) => setTimeout(done, 10));
    }
    expect(t.log.join("")).toContain(reason);
    await indexed(t);
    expect(await found("words 49")).toEqual(["some words 49 of many"]);
  });

  test("that cannot be made anew tells why, and is made when it can", async () => {
    t = await startWorld("sqlite", WORLD, { search_index: true });
    for (let i = 0; i < 50; i++) await say(`some words ${i} of many`);
    await indexed(t);
    await t.restart(async () => damagePages(file("search.db")));
    await until(() => existsSync(file("search.db-wal")), "the WAL of the index");
    // A folder in the place of a file that is to be removed.
    rmSync(file("search.db-wal"));
    mkdirSync(file("search.db-wal"));
    for (let tries = 0; tries < 3; tries++) {
      expect((await t.person("bob", "searchMessages", { query: "words 49" })).status).toBe(500);
    }
    expect(t.log.join("")).toContain("EISDIR");
    expect(t.log.join("")).not.toContain("database is not open");
    rmdirSync(file("search.db-wal"));
    await indexed(t);
    expect(await found("words 49")).toEqual(["some words 49 of many"]);
  });

  test.runIf(LONG_RUN)("loses nothing when the service is killed during indexing", async () => {
    t = await startWorld("memory");
    const dir = mkdtempSync(join(tmpdir(), "heliogram-search-"));
    const world = { people: [{ name: "Alice", username: "alice" }], chats: [{ title: "Own", creator: "alice" }] };
    let running = await startProcess({ dir, world });
    const [chat_id, token] = [running.chats[0]!.id, running.people[0]!.access_token];
    const ask = <T>(method: string, params: object) => call<T>(`${running.url}/api/${method}`, params, token);
    const acknowledged = new Set<number>();
    for (let round = 0; round < 3; round++) {
      if (round > 0) running = await startProcess({ dir });
      const sends = Array.from({ length: 300 }, async (_, i) => {
        const { message_id } = await ask<Json>("sendMessage", { chat_id, text: `message ${round} ${i}` });
        if (i % 10 === 9) await ask("deleteMessage", { chat_id, message_id });
        else acknowledged.add(message_id);
      });
      if (round < 2) await Promise.race([Promise.allSettled(sends), new Promise((done) => setTimeout(done, 700))]);
      else await Promise.all(sends);
      if (round < 2) await end(running.program, "SIGKILL");
      await Promise.allSettled(sends);
    }
    const seen = new Set<number>();
    for (let isWhole = false; !isWhole;) {
      seen.clear();
      let cursor: string | undefined;
      isWhole = true;
      do {
        const page: Json = await ask("searchMessages", { query: "message", limit: 100, ...(cursor ? { cursor } : {}) });
        for (const { message_id } of page.messages) seen.add(message_id);
        isWhole &&= !page.indexing;
        cursor = page.next;
      } while (cursor !== undefined);
    }
    await end(running.program, "SIGTERM");
    rmSync(dir, { recursive: true, force: true });
    expect([...acknowledged].filter((id) => !seen.has(id))).toEqual([]);
    expect(acknowledged.size).toBeGreaterThan(250);
  });
});

const PAGE_BYTES = 4096;

/** Overwrites the pages that contain the word lists. */
function damagePages(path: string): void {
  const db = new DatabaseSync(path);
  const pages = db.prepare("select pageno from dbstat where name = 'posting_data'").all();
  db.close();
  const bytes = readFileSync(path);
  for (const { pageno } of pages) bytes.fill(0xff, (Number(pageno) - 1) * PAGE_BYTES, Number(pageno) * PAGE_BYTES);
  writeFileSync(path, bytes);
}

function makeOld(path: string): void {
  const db = new DatabaseSync(path);
  db.exec("update state set value = '0 0' where key = 'made_by'");
  db.close();
}
