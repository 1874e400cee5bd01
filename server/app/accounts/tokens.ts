/** Tokens and codes: random, and stored only as keyed hashes (behaviour.md §2). */
import { createHmac } from "node:crypto";

/** 256 bits as 43 characters of `A–Z a–z 0–9 _ -`. */
export function secret(bytes: (length: number) => Buffer): string {
  return bytes(32).toString("base64url");
}

/** A bot token: `<id>:<secret>`, as client libraries expect. */
export function botToken(bot_id: number, bytes: (length: number) => Buffer, tag = ""): string {
  return `${bot_id}:${tag}${secret(bytes)}`;
}

/** What begins the bot tokens and access tokens of a world, apart from the main one. */
export function worldTag(number: number): string {
  return `w${number}-`;
}

/** A token of a further world. Those of the main world are shorter, or have another form. */
const TAGGED = /^(?:\d{1,16}:)?w(\d{1,9})-[A-Za-z0-9_-]{43}$/;

/** The number of the world that a bot token or an access token names; `undefined` for the main world. */
export function worldOfToken(token: string): number | undefined {
  const number = TAGGED.exec(token)?.[1];
  return number === undefined ? undefined : Number(number);
}

/** Hashes credentials with the secret key. */
export class Hashes {
  /** Begins every token of the store; empty unless the process has several worlds. */
  readonly tag: string;
  readonly #key: Buffer;

  constructor(key: Buffer, tag = "") {
    this.#key = key;
    this.tag = tag;
  }

  /** The hash of a credential, by which it is looked up. Without the key, it reveals nothing. */
  of(credential: string): string {
    return createHmac("sha256", this.#key).update(credential).digest("base64url");
  }

  /** The code in a mail, made from what the queue has of it. It is a credential: `of` gives the hash that is stored. */
  ofMail(nonce: string): string {
    return this.of(`mail ${nonce}`);
  }

  /** The hash of a network address from which a person has signed in. */
  ofPlace(person_id: number, from: string): string {
    return this.of(`place ${person_id} ${from}`);
  }
}
