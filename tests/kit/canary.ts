/** The canary: the secrets that a service under test hands out or is told, looked for in all that it leaves behind. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { redact } from "heliogram/operations/log.ts";
import type { Random } from "heliogram/ports/random.ts";

/** Something left behind, with a name for the report. */
export interface Place {
  readonly name: string;
  readonly content: Buffer | string;
}

/** Tokens, sessions, cookies, codes of invitations and of resets: 32 bytes of chance each, as 43 characters. */
const CREDENTIAL_BYTES = 32;
const CREDENTIAL_CHARACTERS = 43;
const RUN = /[A-Za-z0-9_-]{43,}/g;

/** What people and bots choose themselves, by the parameters that carry it. Shorter ones would be found by chance. */
const PASSWORDS = new Set(["password", "old_password", "new_password"]);
const WEBHOOK_SECRETS = new Set(["secret_token"]);
const SHORTEST_CHOSEN = 6;

/**
 * The only secrets that are kept in clear, each in the one place where it belongs: the service's key in a file of its
 * own, and webhooks' secrets in the store, because every delivery is signed with them and carries them. The address of a
 * webhook is kept as well: a bot that puts its own token there has it in the store (`entrust`).
 */
const KEY_FILE = /^secret\.key$/;
const STORE_OF_WEBHOOKS = /^heliogram\.db|^table webhook$/;

/** Uploads are what people sent, and not small. */
const BLOBS = join("media", "blobs");

/** Leaks named in one report; one is enough to know. */
const REPORTED = 5;

export class Canary {
  readonly #credentials = new Set<string>();
  readonly #entrusted = new Set<string>();
  readonly #passwords = new Set<string>();
  readonly #webhookSecrets = new Set<string>();

  /** The same chance, remembered where it becomes a credential. */
  watching(random: Random): Random {
    const bytes = (length: number) => {
      const made = random.bytes(length);
      if (length === CREDENTIAL_BYTES) this.remember(made.toString("base64url"));
      return made;
    };
    return { ...random, bytes };
  }

  /** Notes a credential, or the part of a bot's token that is secret. */
  remember(credential: string): void {
    this.#credentials.add(credential.slice(-CREDENTIAL_CHARACTERS));
  }

  /** Notes that a bot gives this credential away in the address of its webhook, which the store keeps. */
  entrust(credential: string): void {
    this.#entrusted.add(credential.slice(-CREDENTIAL_CHARACTERS));
  }

  /** Notes what a request, a person of a world or an order tells of passwords and of webhooks' secrets. */
  hear(params: object): void {
    for (const [name, value] of Object.entries(params)) {
      if (typeof value !== "string" || value.length < SHORTEST_CHOSEN) continue;
      if (PASSWORDS.has(name)) this.#passwords.add(value);
      if (WEBHOOK_SECRETS.has(name)) this.#webhookSecrets.add(value);
    }
  }

  /** @returns a sentence for each secret that is in the name or the content of a place; not more than a few */
  search(places: Iterable<Place>): string[] {
    const leaks: string[] = [];
    for (const place of places) {
      for (const secret of [
        ...this.#secretsIn(place.name, place.name),
        ...this.#secretsIn(place.name, place.content),
      ]) {
        if (leaks.push(`${secret} is in ${this.#shown(place.name)}`) >= REPORTED) return leaks;
      }
    }
    return leaks;
  }

  *#secretsIn(place: string, content: Buffer | string): Iterable<string> {
    const text = typeof content === "string" ? content : content.toString("latin1");
    const entrusted = STORE_OF_WEBHOOKS.test(place) ? this.#entrusted : new Set<string>();
    if (!KEY_FILE.test(place) && this.#hasCredential(text, entrusted)) yield "a credential";
    for (const password of this.#passwords) if (holds(content, password)) yield "a password";
    if (STORE_OF_WEBHOOKS.test(place)) return;
    for (const secret of this.#webhookSecrets) if (holds(content, secret)) yield "a webhook's secret";
  }

  #hasCredential(text: string, but: ReadonlySet<string>): boolean {
    for (const [run] of text.matchAll(RUN)) {
      for (let at = 0; at + CREDENTIAL_CHARACTERS <= run.length; at++) {
        const piece = run.slice(at, at + CREDENTIAL_CHARACTERS);
        if (this.#credentials.has(piece) && !but.has(piece)) return true;
      }
    }
    return false;
  }

  #shown(name: string): string {
    let shown = redact(name);
    for (const each of [...this.#passwords, ...this.#webhookSecrets]) shown = shown.replaceAll(each, "[secret]");
    return shown;
  }
}

/** Bytes are searched as bytes, in the encoding that they were written in. */
function holds(content: Buffer | string, word: string): boolean {
  return content.includes(word);
}

/** What lies in a folder, by its path there; of the blobs the names alone. */
export function* placesIn(folder: string): Iterable<Place> {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const name = path.slice(folder.length + 1);
    const isRead = entry.isFile() && !name.startsWith(BLOBS);
    yield { name, content: isRead ? readFileSync(path) : "" };
  }
}
