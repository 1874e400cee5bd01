/** The secret key that hashes credentials. It is kept outside the store, so that neither is of use without the other. */
import { createHmac, timingSafeEqual } from "node:crypto";
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Random } from "../ports/random.ts";
import type { Db } from "../store/db.ts";
import { claimKeyMark, isKeyMark, keepKeyMark, keyState } from "../store/queries/service/key-mark.ts";
import { makeFolder } from "../store/make-folder.ts";
import { SQLITE_FILE } from "../store/open.ts";
import { EXIT, ExitError } from "./exit-error.ts";

export interface KeyLocation {
  readonly database: string;
  readonly data_dir: string;
  /** The key, in base64url, where the settings give it. The data folder then needs none. */
  readonly secret_key?: string | undefined;
}

const KEY_BYTES = 32;

const CHOOSE_OTHER_STORE =
  'name that store in HELIOGRAM_DATABASE, take another HELIOGRAM_DATA_DIR for a new one, or begin anew here by "heliogram store create", which sets aside what is in the folder';

const MAKE_NEW_KEY =
  'make a new one by "heliogram store new-key", after which people have to sign in again and bots need new tokens';

const SHARE_KEY =
  "give this node the key of the others (copy their secret.key, or name one file for all in HELIOGRAM_SECRET_KEY_FILE)";

export function keyPath({ data_dir }: KeyLocation): string {
  return join(data_dir, "secret.key");
}

/**
 * Call it before opening a store, because opening creates a missing database.
 * @throws ExitError when the folder has a key, but not the database file that belongs to it
 */
export function assertStoreThere(location: KeyLocation): void {
  if (!existsSync(keyPath(location))) return;
  if (location.database === "memory")
    throw new ExitError(
      `the data folder ${location.data_dir} has the key of a store, whose files a store in memory would remove: take another folder, or name the database of that store`,
      EXIT.refused,
    );
  if (location.database !== "sqlite") return;
  if (existsSync(join(location.data_dir, SQLITE_FILE))) return;
  throw new ExitError(
    `the data folder ${location.data_dir} has the key of a store, but no ${SQLITE_FILE}, which HELIOGRAM_DATABASE=sqlite means: if the file is lost, restore it from a backup; if the store is a PostgreSQL database, ${CHOOSE_OTHER_STORE}`,
    EXIT.refused,
  );
}

/**
 * Returns the key of a store: the one that the settings give, or else that of the data folder, which is created for a new
 * store. A store in memory gets a key that is not saved.
 * @throws ExitError when the key is missing or belongs to another store: with another key, no session and no token is valid
 */
export async function openKey(db: Db, location: KeyLocation, random: Random): Promise<Buffer> {
  if (location.database === "memory") return random.bytes(KEY_BYTES);
  const { is_new, mark, has_credentials } = await db.read(keyState);
  const { key, name, given } = findKey(location);
  if (!key && has_credentials) throw missingKey(name);
  if (!key) {
    const made = random.bytes(KEY_BYTES);
    await claim(db, made, mark);
    writeKey(location, made);
    return made;
  }
  if (mark === undefined && is_new && !given)
    throw new ExitError(`${emptyDatabaseMessage(location)}: ${CHOOSE_OTHER_STORE}`, EXIT.refused);
  // Stores of earlier versions have no fingerprint yet. They get that of the key they were used with.
  if (mark === undefined) await claim(db, key, mark);
  else if (!isEqual(mark, fingerprintOf(key))) throw foreignKey(name);
  return key;
}

/**
 * Compares the key with what a store says of its own, and changes nothing.
 * @param mark - of the key that belongs to the store
 * @returns where the key is; "none" if the first start is still to make it
 * @throws ExitError when the key is missing, damaged, or that of another store
 */
export function assertKey(
  location: KeyLocation,
  mark: string | undefined,
  has_credentials: boolean,
): "none" | "settings" | "file" {
  const { key, name, given } = findKey(location);
  if (!key && has_credentials) throw missingKey(name);
  if (!key) return "none";
  if (mark !== undefined && !isEqual(mark, fingerprintOf(key))) throw foreignKey(name);
  return given ? "settings" : "file";
}

/** @throws ExitError when the file does not contain a key */
function findKey(location: KeyLocation) {
  const given = givenKey(location);
  const name = given ? "the key that HELIOGRAM_SECRET_KEY gives" : `the key ${keyPath(location)}`;
  return { key: given ?? readKey(keyPath(location)), name, given };
}

function missingKey(name: string): ExitError {
  const sentence = `${name} is missing, but people and bots of this store depend on it: put it back from a backup, ${SHARE_KEY}, or ${MAKE_NEW_KEY}`;
  return new ExitError(sentence, EXIT.refused);
}

function foreignKey(name: string): ExitError {
  const sentence = `${name} belongs to another store than the one that HELIOGRAM_DATABASE names: put the right one in its place, ${SHARE_KEY}, or ${MAKE_NEW_KEY}`;
  return new ExitError(sentence, EXIT.refused);
}

/**
 * Saves the fingerprint of a key in the store. After a crash before the key file is written, the next start repeats it.
 * @throws ExitError when another node uses the store with another key
 */
async function claim(db: Db, key: Buffer, before: string | undefined): Promise<void> {
  await db.write(async (tx) => {
    if (!(await claimKeyMark(tx, fingerprintOf(key), before))) throw otherKey();
  });
}

/** Called when the node has joined the others. @throws ExitError when one of them has begun the store with another key */
export async function confirmKey(db: Db, { database }: KeyLocation, key: Buffer): Promise<void> {
  if (database === "memory") return;
  if (!(await db.write((tx) => isKeyMark(tx, fingerprintOf(key))))) throw otherKey();
}

function otherKey(): ExitError {
  return new ExitError(`another node uses this store with another key: ${SHARE_KEY}`, EXIT.refused);
}

/** Gives a store another key: the one of the settings, or a new one in the data folder. */
export async function replaceKey(db: Db, location: KeyLocation, random: Random): Promise<void> {
  const given = givenKey(location);
  const key = given ?? random.bytes(KEY_BYTES);
  await db.write((tx) => keepKeyMark(tx, fingerprintOf(key)));
  if (!given) writeKey(location, key);
}

function givenKey({ secret_key }: KeyLocation): Buffer | undefined {
  return secret_key === undefined ? undefined : Buffer.from(secret_key, "base64url");
}

/** Replaces the key file atomically. */
function writeKey(location: KeyLocation, key: Buffer): void {
  makeFolder(location.data_dir);
  const path = keyPath(location);
  const unfinished = `${path}.new`;
  writeFileSync(unfinished, `${key.toString("base64url")}\n`, { mode: 0o600, flush: true });
  renameSync(unfinished, path);
  const folder = openSync(location.data_dir, "r");
  fsyncSync(folder);
  closeSync(folder);
}

/** Derives a separate key for each purpose. */
export function subkey(key: Buffer, purpose: string): Buffer {
  return createHmac("sha256", key).update(purpose).digest();
}

/** The value by which a store recognises its key. The key cannot be derived from it. */
export function fingerprintOf(key: Buffer): string {
  return subkey(key, "mark").toString("base64url");
}

/** @throws ExitError when the file does not contain a key */
function readKey(path: string): Buffer | undefined {
  if (!existsSync(path)) return undefined;
  const key = Buffer.from(readFileSync(path, "utf8").trim(), "base64url");
  if (key.length === KEY_BYTES) return key;
  throw new ExitError(
    `the key ${path} is damaged: it is not ${KEY_BYTES} bytes in base64url; put it back from a backup, or ${MAKE_NEW_KEY}`,
    EXIT.refused,
  );
}

function isEqual(fingerprint: string, other: string): boolean {
  return fingerprint.length === other.length && timingSafeEqual(Buffer.from(fingerprint), Buffer.from(other));
}

function emptyDatabaseMessage({ database, data_dir }: KeyLocation): string {
  const file = join(data_dir, SQLITE_FILE);
  const found = database !== "sqlite" && existsSync(file) ? ` (${file}, which HELIOGRAM_DATABASE=sqlite names)` : "";
  return `the database that HELIOGRAM_DATABASE names is empty, but the data folder ${data_dir} has the key of another store${found}`;
}
