/** Brings a store's schema up to date: numbered files, forward only, one transaction each. */
import { readdir, readFile } from "node:fs/promises";
import type { Db } from "./db.ts";

const FOLDER = new URL("./migrations/", import.meta.url);
const SET = "insert into meta (key, value) values (?, ?) on conflict (key) do update set value = excluded.value";

/** In `meta`, says of a store that it was made just now, until its first start has come to its end. */
export const NEW_STORE = "new_store";

/** How an engine spells what the two do not have in common. */
export interface SchemaWords {
  readonly $ID: string;
  readonly $INT: string;
  readonly $BYTES: string;
  /** What makes a text lower case, and what stands behind the text that it is given. */
  readonly $FOLD: string;
  readonly $COLLATION: string;
  /** The file that a message's `content` has: its media, or the photo of a service message. */
  readonly "$FILE_IN(content)": string;
  /** The file of the media in a column `photo`. */
  readonly "$FILE_OF(photo)": string;
  /** The columns and the rest of a query that gives the hashes in `file.media`, each with the file's id. */
  readonly $SHA256_OF_FILE: string;
}

/**
 * Applies what is missing. A store written by a newer version than this one is refused: going back is done
 * from a backup.
 */
export async function migrate(db: Db, words: SchemaWords): Promise<void> {
  const files = (await readdir(FOLDER)).filter((name) => name.endsWith(".sql")).sort();
  await db.write((tx) => tx.run("create table if not exists meta (key text primary key, value text not null)"));
  const applied = await db.read(async (tx) => {
    const row = await tx.get<{ value: string }>("select value from meta where key = 'schema'");
    return row ? Number(row.value) : 0;
  });
  if (applied > files.length) {
    throw new Error(`the store has schema ${applied}, this version knows ${files.length}: start the newer version`);
  }
  for (let n = applied; n < files.length; n++) {
    const statements = await statementsOf(files[n]!, words);
    await db.write(async (tx) => {
      for (const statement of statements) await tx.run(statement);
      await tx.run(SET, "schema", String(n + 1));
      if (n === 0) await tx.run(SET, NEW_STORE, "true");
    });
  }
}

/** The statements of one migration in an engine's own words. */
export async function statementsOf(file: string, words: SchemaWords): Promise<string[]> {
  const text = await readFile(new URL(file, FOLDER), "utf8");
  return text
    .replaceAll(/--.*$/gm, "")
    .replaceAll(/\$[A-Z0-9_]+(?:\(content\)|\(photo\))?/g, (token) => words[token as keyof SchemaWords])
    .split(";")
    .map((statement) => statement.trim())
    .filter((statement) => statement !== "");
}
