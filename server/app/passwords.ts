/** Passwords: argon2id hashes in the usual text form. */
import { argon2, timingSafeEqual } from "node:crypto";

/** The least that OWASP's password storage page asks of argon2id: 19 MiB, two passes, one lane. */
const MEMORY_KIB = 19 * 1024;
const PASSES = 2;
const LANES = 1;
const TAG_BYTES = 32;

/** Hashes a password; the result carries its salt and its parameters. */
export async function hashPassword(password: string, bytes: (length: number) => Buffer): Promise<string> {
  const nonce = bytes(16);
  const tag = await derive(password, nonce, MEMORY_KIB, PASSES, LANES);
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${nonce.toString("base64url")}$${tag.toString("base64url")}`;
}

const FORM = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9_-]+)\$([A-Za-z0-9_-]+)$/;

/** Whether `password` is the one behind `stored`. */
export async function isPassword(password: string, stored: string): Promise<boolean> {
  const parts = FORM.exec(stored);
  if (!parts) return false;
  const [, memory, passes, lanes, nonce, tag] = parts as unknown as [string, string, string, string, string, string];
  const expected = Buffer.from(tag, "base64url");
  const actual = await derive(password, Buffer.from(nonce, "base64url"), Number(memory), Number(passes), Number(lanes));
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}

function derive(message: string, nonce: Buffer, memory: number, passes: number, parallelism: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    argon2("argon2id", { message, nonce, memory, passes, parallelism, tagLength: TAG_BYTES }, (error, tag) => {
      if (error) reject(error);
      else resolve(tag as Buffer);
    });
  });
}
