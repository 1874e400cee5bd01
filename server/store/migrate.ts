/** Applies the migrations that a store lacks: numbered files, forward only, one transaction each. */
import { readdir, readFile } from "node:fs/promises";
import type { Db } from "./db.ts";
import { findMeta, setMeta } from "./queries/service/counters.ts";
import { schemaChange } from "./statement.ts";

const FOLDER = new URL("./migrations/", import.meta.url);
const CREATE_META = schemaChange("create table if not exists meta (key text primary key, value text not null)");

/** A key in `meta` that a new store has until its first start is complete. */
export const NEW_STORE = "new_store";

/** The tokens in migrations, and what an engine writes instead of them. */
export interface SchemaDialect {
  readonly $ID: string;
  readonly $INT: string;
  readonly $BYTES: string;
  /** The function that makes a text lower case; `$COLLATION` follows its argument. */
  readonly $FOLD: string;
  readonly $COLLATION: string;
  /** The file that a message's `content` has: its media, or the photo of a service message. */
  readonly "$FILE_IN(content)": string;
  /** The file of the media in a column `photo`. */
  readonly "$FILE_OF(photo)": string;
  /** The columns and the rest of a query that gives the hashes in `file.media`, each with the file's id. */
  readonly $SHA256_OF_FILE: string;
  /** The statements that make (chat_id, message_id) the primary key of `message`; none where its rows have a row id. */
  readonly $KEY_OF_MESSAGES: string;
}

async function migrationFiles(): Promise<string[]> {
  return (await readdir(FOLDER)).filter((name) => name.endsWith(".sql")).sort();
}

/** The number of the newest schema that this version knows. */
export async function knownSchema(): Promise<number> {
  return (await migrationFiles()).length;
}

export function newerSchemaSentence(applied: number, known: number): string {
  return `the store has schema ${applied}, this version knows ${known}: start the newer version`;
}

/**
 * Applies the missing migrations. A store of a newer version is refused: a downgrade needs a backup.
 */
export async function migrate(db: Db, dialect: SchemaDialect): Promise<void> {
  const files = await migrationFiles();
  await db.write((tx) => tx.run(CREATE_META));
  const applied = Number((await db.read((tx) => findMeta(tx, "schema"))) ?? 0);
  if (applied > files.length) throw new Error(newerSchemaSentence(applied, files.length));
  for (let n = applied; n < files.length; n++) {
    const statements = await statementsOf(files[n]!, dialect);
    await db.write(async (tx) => {
      for (const statement of statements) await tx.run(schemaChange(statement));
      await setMeta(tx, "schema", String(n + 1));
      if (n === 0) await setMeta(tx, NEW_STORE, "true");
    });
  }
}

/** The statements of one migration in the SQL of an engine. */
export async function statementsOf(file: string, dialect: SchemaDialect): Promise<string[]> {
  const text = await readFile(new URL(file, FOLDER), "utf8");
  return text
    .replaceAll(/--.*$/gm, "")
    .replaceAll(/\$[A-Z0-9_]+(?:\(content\)|\(photo\))?/g, (token) => dialect[token as keyof SchemaDialect])
    .split(";")
    .map((statement) => statement.trim())
    .filter((statement) => statement !== "");
}
