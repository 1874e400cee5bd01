/** Tokens and codes: made from randomness, kept only as keyed hashes (behaviour.md §2). */
import { createHmac } from "node:crypto";

/** 256 bits as 43 characters of `A–Z a–z 0–9 _ -`. */
export function secret(bytes: (length: number) => Buffer): string {
  return bytes(32).toString("base64url");
}

/** A bot's token: its id in front of the secret, as every client library expects. */
export function botToken(bot_id: number, bytes: (length: number) => Buffer): string {
  return `${bot_id}:${secret(bytes)}`;
}

/** Makes and compares the hashes under which credentials are kept. */
export class Hashes {
  readonly #key: Buffer;

  constructor(key: Buffer) {
    this.#key = key;
  }

  /** The hash of a credential. Equal hashes are found by an index; without the key they tell nothing. */
  of(credential: string): string {
    return createHmac("sha256", this.#key).update(credential).digest("base64url");
  }

  /** What is kept of a network address where a person has been signed in. */
  ofPlace(person_id: number, from: string): string {
    return this.of(`place ${person_id} ${from}`);
  }
}
