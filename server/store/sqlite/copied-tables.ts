/** Reads from the migrations which tables a copy has: a table that a migration makes is copied without further ado. */
import { inOrderOfReferences, PROCESS_TABLES, type CopiedTable, type TableReference } from "../copy/copied-tables.ts";
import { COPYING, migrationsUpTo, SCHEMA } from "../migrate.ts";
import { HOLD_PREFIX } from "../queries/files/file-holds.ts";
import { SEARCH_INDEX } from "../search/index-name.ts";
import { connect, SQLITE_SCHEMA } from "./connection.ts";
import { REDO_KEYS } from "./redo-position.ts";

/** Values in `meta` that belong to one database. The schema is written last. */
const OF_A_DATABASE = [SCHEMA, COPYING, SEARCH_INDEX, ...REDO_KEYS].map((key) => `'${key}'`).join(", ");
const CONDITIONS: Readonly<Record<string, string>> = {
  meta: `key not in (${OF_A_DATABASE}) and key not like '${HOLD_PREFIX}%'`,
};

const TABLES = "select name from sqlite_master where type = 'table' and name not like 'sqlite_%' order by rowid";
const REFERENCES = `select m.name, f."table" as target from sqlite_master m, pragma_foreign_key_list(m.name) f
  where m.type = 'table'`;
const COLUMNS = `select m.name as "table", c.name, lower(c.type) as type, c.pk from sqlite_master m, pragma_table_info(m.name) c
  where m.type = 'table' order by m.name, c.cid`;

interface ColumnRow {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  /** Its position in the primary key, from 1 on; otherwise 0. */
  readonly pk: number;
}

/** The tables of a schema, each after those that its rows refer to. @throws Error when this version does not know the schema */
export async function copiedTables(schema: number): Promise<CopiedTable[]> {
  const statements = await migrationsUpTo(schema, SQLITE_SCHEMA);
  const db = connect(":memory:");
  try {
    for (const statement of statements) db.exec(statement);
    const names = (db.prepare(TABLES).all() as { name: string }[]).map(({ name }) => name);
    const references = db.prepare(REFERENCES).all() as unknown as TableReference[];
    const columns = Map.groupBy(db.prepare(COLUMNS).all() as unknown as ColumnRow[], ({ table }) => table);
    return inOrderOfReferences(names, references)
      .filter((name) => !PROCESS_TABLES.includes(name))
      .map((name) => tableOf(name, columns.get(name)!));
  } finally {
    db.close();
  }
}

function tableOf(name: string, rows: readonly ColumnRow[]): CopiedTable {
  const columns = rows.map((row) => ({ name: row.name, isText: isText(row), pk: row.pk }));
  const key = columns.filter(({ pk }) => pk > 0).toSorted((a, b) => a.pk - b.pk);
  if (key.length === 0) throw new Error(`the table ${name} has no primary key`);
  return { name, columns, key, condition: CONDITIONS[name] };
}

function isText({ table, name, type }: ColumnRow): boolean {
  if (type === "text" || type === "integer") return type === "text";
  throw new Error(`the column ${table}.${name} is neither a text nor an integer`);
}
