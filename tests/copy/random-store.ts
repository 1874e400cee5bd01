/** Stores on SQLite with random rows in every table that the migrations make, and all rows of a store on either engine. */
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import pg from "pg";
import fc from "fast-check";
import { openIn } from "../support/store-folder.ts";

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  readonly notnull: number;
  readonly pk: number;
  readonly isUnique: number;
  readonly parent: string | null;
}

type Row = Readonly<Record<string, string | number | null>>;

const COLUMNS = `select m.name as "table", c.name, lower(c.type) as type, c."notnull", c.pk,
    exists (select 1 from pragma_index_list(m.name) l, pragma_index_info(l.name) i where l."unique" and i.name = c.name)
      as isUnique,
    (select f."table" from pragma_foreign_key_list(m.name) f where f."from" = c.name) as parent
  from sqlite_master m, pragma_table_info(m.name) c where m.type = 'table' order by m.rowid, c.cid`;

/** Texts that are written in a special way somewhere, or ordered differently by a language's rules. */
const TEXTS = [
  "",
  "plain",
  "Ä",
  "z",
  "a",
  "Z",
  "NULL",
  '{"a":[1,"\\"]}',
  "it's",
  "\\",
  "line\nline\r\t",
  "😀 e\u0301",
  "\u{10ffff}",
];
const NUMBERS = [0, 1, -1, 42, Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER];

/** The tables in which more rows are than in one range. */
const LONG: ReadonlySet<string> = new Set(["message", "send_key", "reaction"]);

/** Fills a folder with a store. @returns the number of rows */
export async function makeRandomStore(folder: string, seed: number): Promise<number> {
  await (await openIn(folder)).close();
  const db = new DatabaseSync(join(folder, "heliogram.db"));
  // Of the database itself.
  const kept = db.prepare("select key, value from meta").all() as unknown as Row[];
  const columns = Map.groupBy(db.prepare(COLUMNS).all() as unknown as Column[], ({ table }) => table);
  db.exec("pragma foreign_keys = off; begin");
  for (const table of columns.keys()) db.exec(`delete from "${table}"`);
  for (const row of kept) insert(db, "meta", row);
  const draw = drawing(seed);
  let rows = 0;
  for (const [table, all] of columns) {
    const count = LONG.has(table) ? 2500 : 5 + draw(25);
    for (let i = 0; i < count; i++) rows += insert(db, table, rowOf(db, all, i, draw));
  }
  db.exec("commit");
  const broken = db.prepare("pragma foreign_key_check").all();
  if (broken.length > 0) throw new Error(`the rows refer to rows that are not there: ${JSON.stringify(broken[0])}`);
  db.close();
  return rows;
}

/** @returns 0 if there is a row with its key already */
function insert(db: DatabaseSync, table: string, row: Row): number {
  const names = Object.keys(row);
  const places = names.map(() => "?").join(", ");
  const columns = names.map((name) => `"${name}"`).join(", ");
  const statement = db.prepare(`insert or ignore into "${table}" (${columns}) values (${places})`);
  return Number(statement.run(...Object.values(row)).changes);
}

type Draw = (below: number) => number;

function drawing(seed: number): Draw {
  const samples = fc.sample(fc.nat(1_000_000), { seed, numRuns: 4096 });
  let at = 0;
  return (below) => samples[at++ % samples.length]! % below;
}

function rowOf(db: DatabaseSync, columns: readonly Column[], i: number, draw: Draw): Row {
  return Object.fromEntries(columns.map((column) => [column.name, valueOf(db, column, i, draw)]));
}

function valueOf(db: DatabaseSync, column: Column, i: number, draw: Draw): string | number | null {
  const { name, type, notnull, pk, isUnique, parent } = column;
  if (parent !== null) {
    const keys = db.prepare(`select * from "${parent}"`).all();
    // Another one each time, where the column is the key.
    return Object.values(keys[i % keys.length]!)[0] as string | number;
  }
  const isKey = pk > 0 || isUnique === 1;
  if (notnull === 0 && !isKey && draw(4) === 0) return null;
  const sample = type === "text" ? TEXTS[draw(TEXTS.length)]! : NUMBERS[draw(NUMBERS.length)]!;
  if (!isKey) return sample;
  // Keys come in no order, so that theirs is not that of the rows.
  if (type === "text") return `${sample}${(i * 7919) % 10_007}${name}`;
  return i % 3 === 0 ? (i + 1) * 1000 : -(i + 1) * 1_000_003;
}

/** Keys of `meta` that are about a database and not about the store. */
const OF_A_DATABASE = /^(?:journal|redo_log|search_index|files_hold_.*)$/;

/** All rows of a data folder or of a PostgreSQL database, by table, as sorted lines. */
export async function rowsOf(place: string): Promise<Record<string, string[]>> {
  const found = place.startsWith("postgres") ? await postgresRows(place) : sqliteRows(join(place, "heliogram.db"));
  const lines = (table: string, rows: readonly Row[]) =>
    rows
      .filter(({ key }) => table !== "meta" || !OF_A_DATABASE.test(String(key)))
      .map((row) => JSON.stringify(Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1))))
      .toSorted();
  return Object.fromEntries(
    Array.from(found)
      // The nodes that run at the moment.
      .filter(([table]) => table !== "node")
      .map(([table, rows]) => [table, lines(table, rows)]),
  );
}

function sqliteRows(path: string): Map<string, Row[]> {
  const db = new DatabaseSync(path, { readOnly: true });
  try {
    const names = db.prepare("select name from sqlite_master where type = 'table' order by 1").all();
    return new Map(names.map(({ name }) => [String(name), db.prepare(`select * from "${name}"`).all() as Row[]]));
  } finally {
    db.close();
  }
}

async function postgresRows(url: string): Promise<Map<string, Row[]>> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const { rows: names } = await client.query(
      "select tablename as name from pg_tables where schemaname = 'public' order by 1",
    );
    const found = new Map<string, Row[]>();
    for (const { name } of names) {
      const types = { getTypeParser: (oid: number) => (text: string) => (oid === 20 ? Number(text) : text) };
      found.set(String(name), (await client.query({ text: `select * from "${name}"`, types: types as never })).rows);
    }
    return found;
  } finally {
    await client.end();
  }
}
