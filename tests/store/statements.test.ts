/** Every declared statement is prepared on a store, and does what it declares. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Lookup } from "heliogram/store/lookup.ts";
import { statementsOf } from "heliogram/store/migrate.ts";
import { connect, SQLITE_SCHEMA } from "heliogram/store/sqlite/connection.ts";
import { SQLITE_DIALECT } from "heliogram/store/sqlite/dialect.ts";
import {
  BufferedIncrease,
  BufferedInsert,
  declaredStatements,
  lock,
  lockShared,
  read,
  readOfMessage,
  readOfStream,
  write,
  type Statement,
} from "heliogram/store/statement.ts";
import { faultsOf, lookupFaultsOf } from "../support/statement-faults.ts";

const STORE = join(import.meta.dirname, "../../server/store");
/** Imports something to declare statements with. */
const DECLARES = /^import \{[^}]*\} from "[./]+\/(?:statement|lookup)\.ts";$/m;

const isLookup = (statement: Statement) => statement instanceof Lookup;
const isBuffered = (statement: Statement) =>
  statement instanceof BufferedInsert || statement instanceof BufferedIncrease;

let db: DatabaseSync;
let declared: readonly Statement[];
/** The columns that lookups ignore. */
let ignored: ReadonlySet<string>;

beforeAll(async () => {
  db = connect(":memory:");
  db.exec("create table meta (key text primary key, value text not null)");
  const files = readdirSync(STORE, { recursive: true, encoding: "utf8" });
  for (const file of files.filter((each) => each.endsWith(".sql")).sort()) {
    for (const each of await statementsOf(file.replace("migrations/", ""), SQLITE_SCHEMA)) db.exec(each);
  }
  for (const file of files.filter((each) => /(?<!\.test)\.ts$/.test(each))) {
    if (DECLARES.test(readFileSync(join(STORE, file), "utf8"))) await import(join(STORE, file));
  }
  // Other tests in this process may have statements about which nothing is declared.
  declared = declaredStatements().filter(({ tables }) => tables !== undefined);
  ignored = new Set(
    declared
      .filter(isLookup)
      .flatMap(({ tables, ignoredColumns }) =>
        tables.flatMap((table) => ignoredColumns.map((column) => `${table}.${column}`)),
      ),
  );
});
afterAll(() => db.close());

/** The statements with faults, by their texts. */
function faulty<S extends Statement>(statements: readonly S[], find: (statement: S) => string[]): object {
  const found = statements.map((each) => [each.textIn(SQLITE_DIALECT), find(each)] as const);
  return Object.fromEntries(found.filter(([, faults]) => faults.length > 0));
}

test("every statement does what it declares", () => {
  expect(faulty(declared, (each) => faultsOf(db, each, ignored))).toEqual({});
  expect(declared.length).toBeGreaterThan(300);
});

test("every lookup depends on what it declares", () => {
  const buffered = declared.filter(isBuffered);
  const lookups = declared.filter(isLookup);
  expect(faulty(lookups, (each) => lookupFaultsOf(db, each, buffered))).toEqual({});
  expect([lookups.length, buffered.length].every((count) => count > 4)).toBe(true);
});

test.each<[fault: string, make: () => Statement]>([
  ["touches account, bot", () => read("bot")`select a.about from bot b join account a on a.id = b.account_id`],
  ["touches chat", () => read("chat", "member")`select id from chat`],
  ["touches chat, member", () => read("chat")`select id from chat where exists (select 1 from member)`],
  ["is a write", () => read("chat")`delete from chat where id = ? returning id`],
  ["is a read", () => write("chat")`select id from chat`],
  ["is a lock", () => read("chat")`select id from chat where id = ?${lockShared}`],
  ["is a read", () => lock("chat")`select id from chat where id = ?`],
  ["writes chat", () => write("member", { reads: ["chat"] })`update chat set title = (select 1 from member)`],
  ["touches chat, member", () => write("member")`delete from member where chat_id in (select id from chat)`],
  [
    "changes read_up_to, own_unread",
    () => write("member", { changes: ["own_unread"] })`
    update member set read_up_to = 1, own_unread = 0 where chat_id = ?`,
  ],
  ["changes only own_unread, which lookups ignore", () => write("member")`update member set own_unread = 0`],
  ["is not limited to one stream", () => readOfStream("event")`select seq from event where seq > ?`],
  ["is not limited to one stream", () => readOfStream("event")`select seq from event where ? < seq and stream = ?`],
  [
    "is not limited to one stream",
    () => readOfStream("event")`
    select seq from event where stream = ? and seq > (select max(seq) from event)`,
  ],
  ["is not limited to one stream", () => readOfStream("stream")`select last_seq from stream where id in (?, ?)`],
  [
    "is not limited to one message",
    () => readOfMessage()`select text from message where message_id = ? and chat_id = ?`,
  ],
  ["is not limited to one message", () => readOfMessage()`select text from message where chat_id = ?`],
  ["has foreign keys", () => new BufferedInsert("bot_commands", ["bot_id", "scope", "language", "commands"])],
  ["changes bot_id, which is a foreign key", () => new BufferedIncrease("bot_commands", "bot_id", ["scope"])],
])("a statement that %s is found", (fault, make) => {
  expect(faultsOf(db, make(), ignored)).toContain(fault);
});

test.each([
  ["reads title, which it ignores", { from: "chat c where c.title = ?", ignoredColumns: ["title"] }],
  ["reads title, which it ignores", { select: "*", ignoredColumns: ["title"] }],
  ["reads message, which is buffered", { from: "message where chat_id = ?", select: "text", tables: ["message"] }],
  [
    "compares the versions of member",
    {
      from: "chat c join member m on m.chat_id = c.id where c.id = ?",
      select: "m.until",
      versionedBy: ["m"],
      tables: ["chat", "member"],
    },
  ],
])("a lookup that %s is found", (fault, wrong) => {
  const definition = { select: "id", from: "chat where id = ?", tables: ["chat"], decode: () => 1, ...wrong };
  const buffered = [new BufferedInsert("message", ["chat_id", "message_id"])];
  expect(lookupFaultsOf(db, new Lookup(definition), buffered)).toEqual([fault]);
});
