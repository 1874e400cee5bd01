/** Applies the migrations that a store lacks: numbered files, forward only, one transaction each. */
import { readdir, readFile } from "node:fs/promises";
import type { Db } from "./db.ts";
import { findMeta, setMeta } from "./queries/service/counters.ts";
import { schemaChange } from "./statement.ts";

const FOLDER = new URL("./migrations/", import.meta.url);
const CREATE_META_TEXT = "create table if not exists meta (key text primary key, value text not null)";
const CREATE_META = schemaChange(CREATE_META_TEXT);

/** The number of the schema that the first migration makes. */
const FIRST_SCHEMA = 29;
/** The newest schema of the development versions before it, which is converted. Older ones are refused. */
const CONVERTED_SCHEMA = 28;
/** Makes a store of that schema one of the first schema. */
const CONVERSION = [
  "alter table stream rename column head to last_seq",
  "alter table stream rename column tail to trimmed_seq",
  "alter table stream rename column message_head to last_message_id",
];

/** A key in `meta` that a new store has until its first start is complete. */
export const NEW_STORE = "new_store";

/** The key in `meta` of the number of the schema. */
export const SCHEMA = "schema";
/** The key in `meta` of a store that a copy has begun and not finished; its value is the number of the schema. */
export const COPYING = "copying";

const UNFINISHED_COPY =
  'a copy into this database was interrupted: repeat "heliogram copy", which goes on with it, or empty the database';

/** The tokens in migrations, and what an engine writes instead of them. */
export interface SchemaDialect {
  /** A generated row id that is the primary key. */
  readonly $ID: string;
  /** A generated row id. */
  readonly $ROW_ID: string;
  readonly $INT: string;
  /** The statements that make (chat_id, message_id) a unique key of `message`: the primary key where a row id need not be. */
  readonly $KEY_OF_MESSAGES: string;
}

async function migrationFiles(): Promise<string[]> {
  return (await readdir(FOLDER)).filter((name) => name.endsWith(".sql")).sort();
}

/** The number of the newest schema that this version knows. */
export async function knownSchema(): Promise<number> {
  return FIRST_SCHEMA + (await migrationFiles()).length - 1;
}

export function newerSchemaSentence(applied: number, known: number): string {
  return `the store has schema ${applied}, this version knows ${known}: start the newer version`;
}

function olderSchemaSentence(applied: number): string {
  return `the store has schema ${applied} of a development version, this version converts ${CONVERTED_SCHEMA} alone: start the version of commit 1d5b3b22 once, then this version`;
}

/**
 * Makes the tables of a new store, and applies the migrations that a store lacks. A store of a newer version is refused: a
 * downgrade needs a backup. So is one that is older than the schema that is converted.
 */
export async function migrate(db: Db, dialect: SchemaDialect): Promise<void> {
  const files = await migrationFiles();
  const known = await knownSchema();
  await db.write((tx) => tx.run(CREATE_META));
  const applied = Number((await db.read((tx) => findMeta(tx, SCHEMA))) ?? 0);
  if (await db.read((tx) => findMeta(tx, COPYING))) throw new Error(UNFINISHED_COPY);
  if (applied > known) throw new Error(newerSchemaSentence(applied, known));
  if (applied > 0 && applied < CONVERTED_SCHEMA) throw new Error(olderSchemaSentence(applied));
  if (applied === 0) await apply(db, FIRST_SCHEMA, await statementsOf(files[0]!, dialect), true);
  if (applied === CONVERTED_SCHEMA) await apply(db, FIRST_SCHEMA, CONVERSION);
  for (let schema = Math.max(FIRST_SCHEMA, applied) + 1; schema <= known; schema++)
    await apply(db, schema, await statementsOf(files[schema - FIRST_SCHEMA]!, dialect));
}

/** Applies what leads to a schema. @param isNew - whether the store had no tables */
async function apply(db: Db, schema: number, statements: readonly string[], isNew = false): Promise<void> {
  await db.write(async (tx) => {
    for (const statement of statements) await tx.run(schemaChange(statement));
    await setMeta(tx, SCHEMA, String(schema));
    if (isNew) await setMeta(tx, NEW_STORE, "true");
  });
}

/** The statements that make the tables of a schema in an empty database. */
export async function migrationsUpTo(schema: number, dialect: SchemaDialect): Promise<string[]> {
  const files = await migrationFiles();
  const known = await knownSchema();
  if (schema < FIRST_SCHEMA)
    throw new Error(`the store has schema ${schema}: start the service once, which converts it`);
  if (schema > known) throw new Error(newerSchemaSentence(schema, known));
  const texts = [];
  for (const file of files.slice(0, schema - FIRST_SCHEMA + 1)) texts.push(await statementsOf(file, dialect));
  return [CREATE_META_TEXT, ...texts.flat()];
}

/** The statements of one migration in the SQL of an engine. */
export async function statementsOf(file: string, dialect: SchemaDialect): Promise<string[]> {
  const text = await readFile(new URL(file, FOLDER), "utf8");
  return text
    .replaceAll(/--.*$/gm, "")
    .replaceAll(/\$[A-Z_]+/g, (token) => dialect[token as keyof SchemaDialect])
    .split(";")
    .map((statement) => statement.trim())
    .filter((statement) => statement !== "");
}
