/** A store of schema 28, the last before 0.1.0, is converted; an older one is refused. */
import { readFileSync } from "node:fs";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, inject, test } from "vitest";
import type { Db } from "heliogram/store/db.ts";
import { knownSchema } from "heliogram/store/migrate.ts";
import { openStore } from "heliogram/store/open.ts";
import { streamState } from "heliogram/store/queries/streams/streams.ts";
import { openSqlite } from "heliogram/store/sqlite/sqlite-db.ts";
import { createDatabase, dropDatabase } from "../support/postgres.ts";
import { engines, type Engine, type Json } from "../support/service.ts";
import { sqlRead, sqlWrite } from "../support/sql.ts";
import { database, fatal, openIn, POSTGRES, segments, StoreFolders } from "../support/store-folder.ts";

/** What has the key 7 or a reference to it. */
const KEYS = /^(?:id|account_id|bot_id|person_id|chat_id|invitation_id)$/;
const LINK = "link";
/** The columns that later migrations have added to its tables, with their first values. */
const ADDED: Readonly<Record<string, object>> = {
  chat: { is_forum: "0", link_previews: "1", reactions: null },
  member: { read_in_topics: "0" },
  message: { reactions: null, thread_id: null },
  person: { reaction_notices: "1" },
};
/** The statement by which that version advanced streams, as it is in its redo records. */
const ADVANCE_STREAMS = `update stream set head = moved.value ->> 0, message_head = moved.value ->> 1,
  message_at = moved.value ->> 2 from json_each(?) as moved where stream.id = moved.value ->> 3`;

interface Column {
  readonly table_name: string;
  readonly name: string;
  readonly type: string;
  readonly is_generated: number;
}

const COLUMNS: Readonly<Record<Engine, string>> = {
  memory: "",
  sqlite: `select m.name as table_name, c.name, lower(c.type) as type,
      case when c.pk = 1 and m.name in ('audit', 'file', 'message', 'join_request', 'message_change') then 1 else 0 end
        as is_generated
    from sqlite_master m, pragma_table_info(m.name) c where m.type = 'table' order by m.rowid, c.cid`,
  postgres: `select c.relname as table_name, a.attname as name, format_type(a.atttypid, null) as type,
      case when a.attidentity = '' then 0 else 1 end as is_generated
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by c.oid, a.attnum`,
};

/** Everything of a schema but the order of its columns. */
const SCHEMA: Readonly<Record<Engine, string>> = {
  memory: "",
  sqlite: `select m.name || '.' || c.name as name, c.type || ' ' || c."notnull" || ' ' || coalesce(c.dflt_value, '-') || ' '
      || c.pk as value from sqlite_master m, pragma_table_info(m.name) c where m.type = 'table'
    union all select m.name || ' references', f."from" || ' ' || f."table" || '.' || f."to"
      from sqlite_master m, pragma_foreign_key_list(m.name) f where m.type = 'table'
    union all select i.name, l."unique" || l.partial || ' ' || m.name || ' ' || coalesce(i.sql, '') || ' '
        || (select group_concat(name) from pragma_index_info(i.name))
      from sqlite_master m, pragma_index_list(m.name) l join sqlite_master i on i.name = l.name where m.type = 'table'
    order by 1, 2`,
  postgres: `select table_name || '.' || column_name as name, concat_ws(' ', data_type, is_nullable, column_default,
      is_identity, identity_generation) as value from information_schema.columns where table_schema = 'public'
    union all select indexname, indexdef from pg_indexes where schemaname = 'public'
    union all select c.conrelid::regclass || '.' || c.conname, pg_get_constraintdef(c.oid) from pg_constraint c
      where c.connamespace = 'public'::regnamespace and c.contype <> 'n' order by 1, 2`,
};

describe.each<Engine>(engines().filter((engine) => engine !== "memory"))("on %s", (engine) => {
  let folders: StoreFolders;
  let url: string;
  beforeEach(async () => {
    folders = new StoreFolders();
    url = engine === "postgres" ? await createDatabase(inject("postgresUrl")) : "sqlite";
  });
  afterEach(async () => {
    folders.remove();
    if (engine === "postgres") await dropDatabase(url);
  });

  const options = { notify: () => {}, fatal, now_ms: () => 5000, after: () => () => {}, postgres: POSTGRES };
  const open = (data_dir = folders.dir) => openStore({ database: url, data_dir }, options);
  const rowsOf = (db: Db, sql: string): Promise<Json[]> => db.read((tx) => tx.all(sqlRead<Json>(sql)));
  const schemaOf = (db: Db) => rowsOf(db, SCHEMA[engine]);

  /** A connection that runs statements on the store as an earlier version did. */
  interface Earlier {
    run(sql: string, ...values: string[]): Promise<Json[]>;
    close(): Promise<void>;
  }

  async function earlier(): Promise<Earlier> {
    if (engine === "postgres") {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      return { run: async (sql) => (await client.query(sql)).rows, close: () => client.end() };
    }
    const db = openSqlite({ ...options, path: database(folders.dir) });
    const run = (sql: string, ...values: string[]) => db.write((tx) => tx.all(sqlWrite<Json>(sql), ...values));
    return { run, close: () => db.close() };
  }

  /** Makes a store of schema 28 with a row in every table. @returns its rows, by table */
  async function makeStore(db: Earlier): Promise<Json> {
    const fixture = readFileSync(new URL(`fixtures/schema-28.${engine}.sql`, import.meta.url), "utf8");
    for (const each of fixture.replaceAll(/^--.*$/gm, "").split(";")) {
      // The engine has made this table.
      if (each.trim() !== "" && !/create table meta\b/.test(each)) await db.run(each.trim());
    }
    await db.run("insert into meta (key, value) values ('schema', '28')");
    const columns = (await db.run(COLUMNS[engine])) as Column[];
    const tables = Map.groupBy(columns, ({ table_name }) => table_name);
    tables.delete("meta");
    for (const [table, all] of tables) {
      const own = all.filter(({ is_generated }) => Number(is_generated) === 0);
      const values = own.map(valueOf);
      await db.run(`insert into ${table} (${own.map(({ name }) => name).join(", ")}) values (${values.join(", ")})`);
    }
    return allRows([...tables.keys()], (sql) => db.run(sql));
  }

  function valueOf({ name, type }: Column, position: number): string {
    if (/^(?:code|link_code)$/.test(name)) return `'${LINK}'`;
    if (type === "text") return `'${name}'`;
    return String(KEYS.test(name) ? 7 : 100 + position);
  }

  async function allRows(tables: readonly string[], run: (sql: string) => Promise<Json[]>): Promise<Json> {
    const found: Json = {};
    for (const table of [...tables].sort()) {
      // Columns of PostgreSQL that are wider than a number of JavaScript come as texts.
      const rows = await run(`select * from ${table}`);
      found[table] = rows.map((row) =>
        Object.fromEntries(Object.entries(row).map(([k, v]) => [k, v === null ? null : String(v)])),
      );
    }
    return found;
  }

  /** The rows as they are after the conversion. */
  function converted({ stream, ...others }: Json): Json {
    const rows = stream.map(({ head, tail, message_head, ...more }: Json) => ({
      ...more,
      last_seq: head,
      trimmed_seq: tail,
      last_message_id: message_head,
    }));
    const added = Object.entries(ADDED).map(([table, columns]) => [
      table,
      others[table].map((row: Json) => ({ ...row, ...columns })),
    ]);
    return { ...others, ...Object.fromEntries(added), stream: rows };
  }

  async function newSchema(): Promise<Json[]> {
    const other = new StoreFolders();
    const empty = engine === "postgres" ? await createDatabase(inject("postgresUrl")) : "sqlite";
    const db = await openStore({ database: empty, data_dir: other.dir }, options);
    const schema = await schemaOf(db);
    await db.close();
    other.remove();
    if (engine === "postgres") await dropDatabase(empty);
    return schema;
  }

  async function expectConverted(db: Db, before: Json): Promise<void> {
    const expected = converted(before);
    expect(await schemaOf(db)).toEqual(await newSchema());
    // Later migrations add columns with their defaults.
    expect(await allRows(Object.keys(before), (sql) => rowsOf(db, sql))).toMatchObject(expected);
    expect(await rowsOf(db, "select key, value from meta where key <> 'redo' order by key")).toContainEqual({
      key: "schema",
      value: String(await knownSchema()),
    });
    expect(await rowsOf(db, "select key from meta where key = 'new_store'")).toEqual([]);
  }

  test("a store of schema 28 gets the schema of a new one, keeps its rows, and goes on from its numbers", async () => {
    const old = await earlier();
    const before = await makeStore(old);
    expect(Object.keys(before).length).toBeGreaterThan(30);
    expect(Object.values<Json[]>(before).every((rows) => rows.length > 0)).toBe(true);
    await old.close();
    const db = await open();
    await expectConverted(db, before);
    const [{ last_seq, trimmed_seq, last_message_id }] = converted(before).stream.filter(({ id }: Json) => id === "7");
    expect(await db.read((tx) => streamState(tx, 7))).toEqual({
      last_seq: Number(last_seq),
      trimmed_seq: Number(trimmed_seq),
    });
    const message_id = await db.write(async (tx) => {
      tx.append({ stream: 7, kind: "message", ref: 1, body: "" });
      return tx.allocateMessageIds(7, 1, 5);
    });
    expect(message_id).toBe(Number(last_message_id) + 1);
    await db.close();
    const again = await open();
    expect(await again.read((tx) => streamState(tx, 7))).toMatchObject({ last_seq: Number(last_seq) + 1 });
    await again.close();
  });

  test("a store of an earlier schema is refused by a sentence that names a version, and stays as it is", async () => {
    const old = await earlier();
    await makeStore(old);
    await old.run("update meta set value = '27' where key = 'schema'");
    await old.close();
    for (let n = 0; n < 2; n++)
      await expect(open()).rejects.toThrow(/has schema 27.*start the version of commit 1d5b3b22/);
    const still = await earlier();
    expect(await still.run("select head from stream where id = 7")).toHaveLength(1);
    await still.run("update meta set value = '28' where key = 'schema'");
    await still.close();
    await (await open()).close();
  });

  test.runIf(engine === "sqlite")("a store that was killed has its redo records, which name old columns", async () => {
    const old = await earlier();
    const before = await makeStore(old);
    await old.run(ADVANCE_STREAMS, JSON.stringify([[942, 941, 940, 7]]));
    const killed = folders.copy();
    await old.close();
    expect(
      segments(killed)
        .map((path) => readFileSync(path, "latin1"))
        .join(),
    ).toContain(JSON.stringify(ADVANCE_STREAMS).slice(1, -1));
    const stream = before.stream.map((row: Json) =>
      row.id === "7" ? { ...row, head: "942", message_head: "941", message_at: "940" } : row,
    );
    const db = await openIn(killed);
    await expectConverted(db, { ...before, stream });
    // The statements of the conversion are in the redo log as well.
    const killedAgain = folders.copy(killed);
    await db.close();
    const again = await openIn(killedAgain);
    await expectConverted(again, { ...before, stream });
    await again.close();
  });
});
