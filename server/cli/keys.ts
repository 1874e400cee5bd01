/** The secret under which credentials are hashed: beside the store, not in it, so that neither tells anything alone. */
import { createHmac } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Random } from "../ports/random.ts";

interface KeyPlace {
  readonly database: string;
  readonly data_dir: string;
  readonly random: Random;
}

/** Reads the key, or makes it where there is none. A world in memory needs one only while it lives. */
export function masterKey({ database, data_dir, random }: KeyPlace): Buffer {
  if (database === "memory") return random.bytes(32);
  const path = join(data_dir, "secret.key");
  if (existsSync(path)) return Buffer.from(readFileSync(path, "utf8").trim(), "base64url");
  mkdirSync(data_dir, { recursive: true, mode: 0o700 });
  const key = random.bytes(32);
  writeFileSync(path, `${key.toString("base64url")}\n`, { mode: 0o600, flush: true });
  return key;
}

/** A key of its own for each purpose. */
export function subkey(key: Buffer, purpose: string): Buffer {
  return createHmac("sha256", key).update(purpose).digest();
}
