/** Password hashes: argon2id in the PHC string format. */
import { argon2, timingSafeEqual } from "node:crypto";

/** What a new hash costs whoever computes it. */
export interface PasswordCost {
  readonly memory_kib: number;
  readonly passes: number;
}

/** The minimum of OWASP's password storage cheat sheet for argon2id: 19 MiB, two passes, one lane. */
export const PASSWORD_COST: PasswordCost = { memory_kib: 19 * 1024, passes: 2 };
const PARALLELISM = 1;
const TAG_BYTES = 32;

/** The parameters of one argon2id call. */
export interface Argon2Parameters {
  readonly message: string;
  readonly nonce: Uint8Array;
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
  readonly tagLength: number;
}

export type DeriveKey = (parameters: Argon2Parameters) => Promise<Uint8Array>;

/** Hashes a password. The result contains the salt and the parameters. */
export async function hashPassword(
  password: string,
  bytes: (length: number) => Buffer,
  { memory_kib, passes }: PasswordCost = PASSWORD_COST,
  derive: DeriveKey = deriveInPool,
): Promise<string> {
  const nonce = bytes(16);
  const costs = { memory: memory_kib, passes, parallelism: PARALLELISM, tagLength: TAG_BYTES };
  const tag = Buffer.from(await derive({ message: password, nonce, ...costs }));
  return `$argon2id$v=19$m=${memory_kib},t=${passes},p=${PARALLELISM}$${nonce.toString("base64url")}$${tag.toString("base64url")}`;
}

const PHC_STRING = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9_-]+)\$([A-Za-z0-9_-]+)$/;

/** Whether `stored` is a hash of `password`. */
export async function isPassword(password: string, stored: string, derive: DeriveKey = deriveInPool): Promise<boolean> {
  const parts = PHC_STRING.exec(stored);
  if (!parts) return false;
  const [, memory, passes, lanes, salt, tag] = parts as unknown as [string, string, string, string, string, string];
  const expected = Buffer.from(tag, "base64url");
  const nonce = Buffer.from(salt, "base64url");
  const costs = { memory: Number(memory), passes: Number(passes), parallelism: Number(lanes), tagLength: TAG_BYTES };
  const actual = await derive({ message: password, nonce, ...costs });
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}

/**
 * Hashes in the thread pool of the process, for commands and world files. A running service uses PasswordQueue instead,
 * because its disk writes need the thread pool.
 */
function deriveInPool(parameters: Argon2Parameters): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    argon2("argon2id", parameters, (error, tag) => {
      if (error) reject(error);
      else resolve(tag as Buffer);
    });
  });
}
