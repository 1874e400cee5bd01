/** Passwords: argon2id hashes in the usual text form. */
import { argon2, timingSafeEqual } from "node:crypto";

/** The least that OWASP's password storage page asks of argon2id: 19 MiB, two passes, one lane. */
const MEMORY_KIB = 19 * 1024;
const PASSES = 2;
const LANES = 1;
const TAG_BYTES = 32;

/** One run of argon2id. */
export interface Derivation {
  readonly message: string;
  readonly nonce: Uint8Array;
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
  readonly tagLength: number;
}

export type Derive = (derivation: Derivation) => Promise<Uint8Array>;

/** Hashes a password; the result carries its salt and its parameters. */
export async function hashPassword(
  password: string,
  bytes: (length: number) => Buffer,
  derive: Derive = deriveInPool,
): Promise<string> {
  const nonce = bytes(16);
  const costs = { memory: MEMORY_KIB, passes: PASSES, parallelism: LANES, tagLength: TAG_BYTES };
  const tag = Buffer.from(await derive({ message: password, nonce, ...costs }));
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${nonce.toString("base64url")}$${tag.toString("base64url")}`;
}

const FORM = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9_-]+)\$([A-Za-z0-9_-]+)$/;

/** Whether `password` is the one behind `stored`. */
export async function isPassword(password: string, stored: string, derive: Derive = deriveInPool): Promise<boolean> {
  const parts = FORM.exec(stored);
  if (!parts) return false;
  const [, memory, passes, lanes, salt, tag] = parts as unknown as [string, string, string, string, string, string];
  const expected = Buffer.from(tag, "base64url");
  const nonce = Buffer.from(salt, "base64url");
  const costs = { memory: Number(memory), passes: Number(passes), parallelism: Number(lanes), tagLength: TAG_BYTES };
  const actual = await derive({ message: password, nonce, ...costs });
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}

/**
 * In the thread pool of the process, for commands and worlds. A running service must not: its writes to disk need the
 * same threads (`PasswordQueue`).
 */
function deriveInPool(derivation: Derivation): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    argon2("argon2id", derivation, (error, tag) => {
      if (error) reject(error);
      else resolve(tag as Buffer);
    });
  });
}
