/** The secret under which credentials are hashed: beside the store, not in it, so that neither tells anything alone. */
import { createHmac, timingSafeEqual } from "node:crypto";
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { Random } from "../ports/random.ts";
import type { Db } from "../store/db.ts";
import { keepKeyMark, keyState } from "../store/key-mark.ts";
import { SQLITE_FILE } from "../store/open.ts";
import { EXIT, Fault } from "./faults.ts";

export interface KeyPlace {
  readonly database: string;
  readonly data_dir: string;
}

const KEY_BYTES = 32;

const ANOTHER =
  'name that store in HELIOGRAM_DATABASE, take another HELIOGRAM_DATA_DIR for a new one, or begin anew here by "heliogram store create", which sets aside what is in the folder';

const NEW_KEY =
  'make a new one by "heliogram store new-key", after which people have to sign in again and bots need new tokens';

export function keyPath({ data_dir }: KeyPlace): string {
  return join(data_dir, "secret.key");
}

/**
 * Asked before a store is opened, which would make one where there is none.
 * @throws Fault when a folder has the key of a store, but not the file of the one that is to be opened
 */
export function assertStoreThere(place: KeyPlace): void {
  if (!existsSync(keyPath(place))) return;
  if (place.database === "memory")
    throw new Fault(
      `the data folder ${place.data_dir} has the key of a store, whose files a store in memory would remove: take another folder, or name the database of that store`,
      EXIT.refused,
    );
  if (place.database !== "sqlite") return;
  if (existsSync(join(place.data_dir, SQLITE_FILE))) return;
  throw new Fault(
    `the data folder ${place.data_dir} has the key of a store, but no ${SQLITE_FILE}, which HELIOGRAM_DATABASE=sqlite means: if the file is lost, restore it from a backup; if the store is a PostgreSQL database, ${ANOTHER}`,
    EXIT.refused,
  );
}

/**
 * Reads the key of a store, or makes it for a new one. A world in memory needs one only while it lives.
 * @throws Fault when the key is missing or belongs to another store: under another one, no session and no token is worth anything
 */
export async function openKey(db: Db, place: KeyPlace, random: Random): Promise<Buffer> {
  if (place.database === "memory") return random.bytes(KEY_BYTES);
  const path = keyPath(place);
  const { is_new, mark, has_credentials } = await db.read(keyState);
  const key = readKey(path);
  if (!key) {
    if (has_credentials)
      throw new Fault(
        `the key ${path} is missing, but people and bots of this store depend on it: put it back from a backup, or ${NEW_KEY}`,
        EXIT.refused,
      );
    return makeKey(db, place, random);
  }
  if (mark === undefined && is_new) throw new Fault(`${emptyBeside(place)}: ${ANOTHER}`, EXIT.refused);
  // Stores of earlier versions have no mark: they belong to the key that they were used with.
  if (mark === undefined) await db.write((tx) => keepKeyMark(tx, markOf(key)));
  else if (!isSame(mark, markOf(key)))
    throw new Fault(
      `the key ${path} belongs to another store than the one that HELIOGRAM_DATABASE names: put the right one in its place, or ${NEW_KEY}`,
      EXIT.refused,
    );
  return key;
}

/** Makes a key, and lets the store belong to it. If the process ends in between, the next start does it again. */
export async function makeKey(db: Db, place: KeyPlace, random: Random): Promise<Buffer> {
  const key = random.bytes(KEY_BYTES);
  await db.write((tx) => keepKeyMark(tx, markOf(key)));
  writeKey(place, key);
  return key;
}

/** Puts a key in the place of the one before. */
export function writeKey(place: KeyPlace, key: Buffer): void {
  mkdirSync(place.data_dir, { recursive: true, mode: 0o700 });
  const path = keyPath(place);
  const unfinished = `${path}.new`;
  writeFileSync(unfinished, `${key.toString("base64url")}\n`, { mode: 0o600, flush: true });
  renameSync(unfinished, path);
  const folder = openSync(place.data_dir, "r");
  fsyncSync(folder);
  closeSync(folder);
}

/** A key of its own for each purpose. */
export function subkey(key: Buffer, purpose: string): Buffer {
  return createHmac("sha256", key).update(purpose).digest();
}

/** What a store keeps to know its key again. Nothing can be told from it. */
export function markOf(key: Buffer): string {
  return subkey(key, "mark").toString("base64url");
}

/** @throws Fault when the file holds something else */
function readKey(path: string): Buffer | undefined {
  if (!existsSync(path)) return undefined;
  const key = Buffer.from(readFileSync(path, "utf8").trim(), "base64url");
  if (key.length === KEY_BYTES) return key;
  throw new Fault(
    `the key ${path} is damaged: it is not ${KEY_BYTES} bytes in base64url; put it back from a backup, or ${NEW_KEY}`,
    EXIT.refused,
  );
}

function isSame(mark: string, other: string): boolean {
  return mark.length === other.length && timingSafeEqual(Buffer.from(mark), Buffer.from(other));
}

function emptyBeside({ database, data_dir }: KeyPlace): string {
  const file = join(data_dir, SQLITE_FILE);
  const found = database !== "sqlite" && existsSync(file) ? ` (${file}, which HELIOGRAM_DATABASE=sqlite names)` : "";
  return `the database that HELIOGRAM_DATABASE names is empty, but the data folder ${data_dir} has the key of another store${found}`;
}
