/** Compares what a statement declares with what SQLite reports about its text. */
import { constants, type DatabaseSync } from "node:sqlite";
import type { Lookup } from "heliogram/store/lookup.ts";
import { SQLITE_DIALECT } from "heliogram/store/sqlite/dialect.ts";
import { BufferedIncrease, BufferedInsert, type BufferedWrite, type Statement } from "heliogram/store/statement.ts";

/** Not tables of the store. */
const FUNCTIONS = new Set(["json_each"]);
/** Parts of the dialect by which a statement locks rows, in a form that is found in its text. */
const LOCKS = { lockRows: " -- locks", skipLocked: " -- locks", lockShared: " -- locks" };
/** Instructions that begin to read a table: at a key, or at one of its ends. */
const SEEKS = /^(?:SeekG[ET]|SeekL[ET]|SeekRowid|NotExists|Found|Rewind|Last)$/;

/** What a text does. Columns are `table.column`. */
interface Accesses {
  readonly reads: ReadonlySet<string>;
  readonly columns: ReadonlySet<string>;
  readonly inserts: ReadonlySet<string>;
  readonly updates: ReadonlySet<string>;
  readonly deletes: ReadonlySet<string>;
}

/** What SQLite reports when it prepares a text. Foreign keys are off, so that they are not part of it. */
function accessesOf(db: DatabaseSync, text: string): Accesses {
  const [reads, columns, inserts, updates, deletes] = Array.from({ length: 5 }, () => new Set<string>());
  db.exec("pragma foreign_keys = off");
  db.setAuthorizer((code, table, column) => {
    if (table === null || FUNCTIONS.has(table)) return constants.SQLITE_OK;
    if (code === constants.SQLITE_READ) {
      reads!.add(table);
      columns!.add(`${table}.${column}`);
    } else if (code === constants.SQLITE_INSERT) inserts!.add(table);
    else if (code === constants.SQLITE_UPDATE) updates!.add(`${table}.${column}`);
    else if (code === constants.SQLITE_DELETE) deletes!.add(table);
    return constants.SQLITE_OK;
  });
  try {
    db.prepare(text);
  } finally {
    db.setAuthorizer(null);
  }
  return { reads: reads!, columns: columns!, inserts: inserts!, updates: updates!, deletes: deletes! };
}

/** What is wrong with a declaration, in sentences. `ignored`: the columns `table.column` that lookups ignore. */
export function faultsOf(db: DatabaseSync, statement: Statement, ignored: ReadonlySet<string>): string[] {
  const { kind, tables = [], target, changes, scope } = statement;
  const text = statement.textIn(SQLITE_DIALECT);
  const { reads, inserts, updates, deletes } = accessesOf(db, text);
  const written = new Set([...inserts, ...deletes, ...Array.from(updates, (column) => column.split(".")[0]!)]);
  const isLock = statement.textIn({ ...SQLITE_DIALECT, ...LOCKS }) !== text;
  const does = written.size > 0 ? "write" : isLock ? "lock" : "read";
  const changed = Array.from(updates, (column) => column.split(".")[1]!);
  const isIgnored = inserts.size + deletes.size === 0 && updates.size > 0 && updates.isSubsetOf(ignored);
  const faults = [
    kind !== does && `is a ${does}`,
    !isEqual(tables, [...reads, ...written]) && `touches ${[...new Set([...reads, ...written])].join(", ")}`,
    !isEqual(target === undefined ? [] : [target], [...written]) && `writes ${[...written].join(", ") || "nothing"}`,
    changes && !isEqual(changes, changed) && `changes ${changed.join(", ")}`,
    !changes && isIgnored && `changes only ${changed.join(", ")}, which lookups ignore`,
    scope && !isScoped(db, text, scope === "stream" ? 1 : 2) && `is not limited to one ${scope}`,
    ...bufferFaults(db, statement),
  ];
  return faults.filter((fault) => typeof fault === "string");
}

function isEqual(declared: readonly string[], found: readonly string[]): boolean {
  return new Set(declared).size === declared.length && new Set(declared).symmetricDifference(new Set(found)).size === 0;
}

/** Whether a text reads one table, at a key that begins with its first parameters. */
function isScoped(db: DatabaseSync, text: string, parameters: number): boolean {
  const program = db.prepare(`explain ${text}`).all() as { opcode: string; p1: number; p2: number; p3: number }[];
  const isEphemeral = new Set(program.filter(({ opcode }) => opcode === "OpenEphemeral").map(({ p1 }) => p1));
  const seeks = program.filter(({ opcode, p1 }) => SEEKS.test(opcode) && !isEphemeral.has(p1));
  const [seek] = seeks;
  if (!seek || seeks.length > 1) return false;
  const isAt = (parameter: number, register: number) =>
    program.some(({ opcode, p1, p2 }) => opcode === "Variable" && p1 === parameter && p2 === register);
  return Array.from({ length: parameters }, (_, i) => isAt(i + 1, seek.p3 + i)).every(Boolean);
}

/** Numbers that a transaction allocates itself, so that a key with one of them is new. */
const ALLOCATED = new Set(["message_id", "seq", "file_id", "row_id"]);

/** Why a buffered statement could fail when it runs. */
function bufferFaults(db: DatabaseSync, statement: Statement): string[] {
  const table = statement.target!;
  if (statement instanceof BufferedInsert) {
    const keys = db.prepare(`pragma index_list(${table})`).all() as { name: string; unique: number }[];
    const [row] = db.prepare("select sql from sqlite_master where name = ?").all(table) as { sql: string }[];
    const faults = [];
    if (foreignKeys(db, table).length > 0) faults.push("has foreign keys");
    if (/\bcheck\b/i.test(row!.sql)) faults.push("has checks");
    // A row whose key exists is left out.
    if (statement.conflict !== "") return faults;
    for (const { name } of keys.filter(({ unique }) => unique === 1)) {
      const columns = db.prepare(`pragma index_info(${name})`).all() as { name: string }[];
      if (!columns.some((column) => ALLOCATED.has(column.name))) faults.push(`may break ${name}`);
    }
    return faults;
  }
  if (!(statement instanceof BufferedIncrease)) return [];
  const { column } = statement;
  return foreignKeys(db, table).includes(column) ? [`changes ${column}, which is a foreign key`] : [];
}

function foreignKeys(db: DatabaseSync, table: string): string[] {
  return db
    .prepare(`pragma foreign_key_list(${table})`)
    .all()
    .map((key) => String(key.from));
}

/** What engines buffer by themselves. */
const STREAMS = [
  { target: "stream", changes: undefined },
  { target: "event", changes: undefined },
];

/** What is wrong with a lookup, beside what it declares as a statement. */
export function lookupFaultsOf(
  db: DatabaseSync,
  lookup: Lookup<unknown>,
  buffered: readonly BufferedWrite[],
): string[] {
  const { sql, from, tables, ignoredColumns, versionedBy } = lookup;
  const faults: string[] = [];
  const { columns } = accessesOf(db, sql);
  for (const column of ignoredColumns) {
    if (tables.some((table) => columns.has(`${table}.${column}`))) faults.push(`reads ${column}, which it ignores`);
  }
  for (const { target, changes } of [...buffered, ...STREAMS]) {
    const isKept = changes?.every((column) => ignoredColumns.includes(column)) ?? false;
    if (tables.includes(target) && !isKept) faults.push(`reads ${target}, which is buffered`);
  }
  if (!versionedBy) return faults;
  const versioned = versionedBy.map((name) => db.prepare(`select ${name}.* from ${from}`).columns()[0]?.table);
  return isSame(versioned, tables) ? faults : [...faults, `compares the versions of ${versioned.join(", ")}`];
}

function isSame(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((each, i) => each === b[i]);
}
