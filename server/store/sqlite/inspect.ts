/** Inspects a store on SQLite through a connection that only reads, also while a service has the store open. */
import { existsSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { askStore } from "../inspect/questions.ts";
import { NOTHING_KNOWN, type Advice, type Ask, type StoreReport } from "../inspect/report.ts";
import { SQLITE_SCHEMA } from "./connection.ts";
import { openingError } from "./durable-storage.ts";

/** Findings of the quick check that are reported at most. */
const MAX_FINDINGS = 20;
/** Milliseconds that it waits for a moment in which the service writes. */
const BUSY_MS = 5000;
/** Unused bytes that are worth returning to the disk, if they are this part of the file. */
const MUCH_UNUSED_BYTES = 16 * 1024 * 1024;
const MUCH_UNUSED = 1 / 4;
const MIB = 1024 * 1024;

/** @param path - of the database file. @throws Error when it cannot be opened */
export async function inspectSqlite(path: string, now_ms: () => number): Promise<StoreReport> {
  if (!existsSync(path)) return NOTHING_KNOWN;
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(path, { readOnly: true });
    db.exec(`pragma busy_timeout = ${BUSY_MS}`);
    return await inspect(db, path, now_ms);
  } catch (error) {
    const { message } = openingError(path, error) as Error;
    return { ...NOTHING_KNOWN, damage: [message] };
  } finally {
    db?.close();
  }
}

async function inspect(db: DatabaseSync, path: string, now_ms: () => number): Promise<StoreReport> {
  const ask: Ask = async (sql) => db.prepare(sql).all();
  const damage = (await ask(`pragma quick_check(${MAX_FINDINGS})`))
    .map(({ quick_check }) => String(quick_check))
    .filter((each) => each !== "ok")
    .map((each) => `the file ${path}: ${each}`);
  // What else is read of a damaged file may be wrong.
  if (damage.length > 0) return { ...NOTHING_KNOWN, damage };
  const indexes = await ask("select name from sqlite_master where type = 'index'");
  const names = indexes.map(({ name }) => String(name));
  return {
    ...NOTHING_KNOWN,
    ...(await askStore(ask, SQLITE_SCHEMA, names, Math.floor(now_ms() / 1000))),
    bloat: await bloatOf(ask, path),
  };
}

async function bloatOf(ask: Ask, path: string): Promise<Advice[]> {
  const number = async (what: string) => Number(Object.values((await ask(`pragma ${what}`))[0]!)[0]);
  const [pages, free, page_bytes] = [
    await number("page_count"),
    await number("freelist_count"),
    await number("page_size"),
  ];
  const unused_bytes = free * page_bytes;
  if (unused_bytes < MUCH_UNUSED_BYTES || free < pages * MUCH_UNUSED) return [];
  const share = Math.round((100 * free) / pages);
  return [
    {
      message: `${Math.round(unused_bytes / MIB)} MiB of ${path} (${share} %) are unused`,
      advice: 'stop the service and return them to the disk by "heliogram store compact"',
    },
  ];
}
