/** A store on SQLite in a temporary folder, with copies as a kill would leave them. */
import { execFileSync } from "node:child_process";
import { hash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findMeta, setMeta } from "heliogram/store/queries/service/counters.ts";
import type { Db } from "heliogram/store/db.ts";
import { openStore } from "heliogram/store/open.ts";
import { postgresFrom } from "heliogram/runtime/settings-options.ts";
import { settingsSchema } from "heliogram/settings/settings.ts";
import type { RedoFiles } from "heliogram/store/sqlite/redo-segments.ts";

/** The options with which every store is opened. */
export const POSTGRES = postgresFrom(settingsSchema.parse({}));

export const fatal = (error: unknown) => {
  throw error;
};

/** Temporary folders of one test. */
export class StoreFolders {
  readonly #all: string[] = [];
  readonly dir = this.#make();

  /** A copy of a folder as a kill would leave it now. */
  copy(from = this.dir): string {
    const to = this.#make();
    // By another process: closing a file here would drop the locks that SQLite holds on it.
    execFileSync("cp", ["-r", `${from}/.`, to]);
    return to;
  }

  remove(): void {
    for (const each of this.#all) rmSync(each, { recursive: true, force: true });
  }

  #make(): string {
    const made = mkdtempSync(join(tmpdir(), "heliogram-damage-"));
    this.#all.push(made);
    return made;
  }
}

/** Opens the store in a folder. Its SQLite transaction is committed only by the number of buffered transactions. */
export function openIn(data_dir: string, redoFiles?: RedoFiles): Promise<Db> {
  const options = {
    notify: () => {},
    fatal,
    now_ms: () => 5000,
    after: () => () => {},
    redoFiles,
    postgres: POSTGRES,
  };
  return openStore({ database: "sqlite", data_dir }, options);
}

/** Writes values with the numbers from `from` to before `to`, one after another. */
export async function write(db: Db, from: number, to: number, size = 10): Promise<void> {
  for (let n = from; n < to; n++) await db.write((tx) => setMeta(tx, `n${n}`, "x".repeat(size)));
}

/** How many of the values are there, up to the first one that is missing. */
export async function count(db: Db, most: number): Promise<number> {
  return db.read(async (tx) => {
    for (let n = 0; n < most; n++) if ((await findMeta(tx, `n${n}`)) === undefined) return n;
    return most;
  });
}

/** The paths of the segments of the redo log. */
export function segments(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => /^heliogram\.redo\.\d+$/.test(name))
    .map((name) => join(folder, name));
}

/** The contents of a store's files, except SQLite's index of its log and an empty log. */
export function contents(folder: string): Map<string, string> {
  const names = readdirSync(folder).filter(
    (name) => !/-shm$|\.lock/.test(name) && statSync(join(folder, name)).size > 0,
  );
  return new Map(names.map((name) => [name, hash("sha256", readFileSync(join(folder, name)))]));
}

/** Enough writes that the redo log has a new segment and the first one is no longer needed. */
export async function writeMuch(db: Db, writes = 4200): Promise<number> {
  for (let n = 0; n < writes; n += 100) {
    const many = Array.from({ length: 100 }, (_, i) => db.write((tx) => setMeta(tx, `n${n + i}`, "x".repeat(2500))));
    await Promise.all(many);
  }
  return writes;
}

/** The path of the database in a folder. */
export const database = (folder: string): string => join(folder, "heliogram.db");
