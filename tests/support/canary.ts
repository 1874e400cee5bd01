/** The check for leaked secrets: every secret that a tested service issues or receives is searched in all of its output. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { redact } from "heliogram/operations/log.ts";
import type { Random } from "heliogram/ports/random.ts";

/** An output of the service, with a name for the report. */
export interface Place {
  readonly name: string;
  readonly content: Buffer | string;
}

/** Tokens, sessions, cookies, and codes of invitations and of resets: 32 random bytes each, as 43 characters. */
const CREDENTIAL_BYTES = 32;
const CREDENTIAL_CHARACTERS = 43;
const RUN = /[A-Za-z0-9_-]{43,}/g;
/** Characters of a run in which looking for each credential is faster than looking at each piece. */
const LONG_CHARACTERS = 1000;

/** Secrets that people and bots choose, by parameter. Shorter values would be found by chance. */
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

/** Uploads are not searched: they are large, and contain only what users sent. */
const BLOBS = join("media", "blobs");

/** The most leaks in a report. */
const REPORTED = 5;

export class Canary {
  readonly #credentials = new Set<string>();
  readonly #entrusted = new Set<string>();
  readonly #passwords = new Set<string>();
  readonly #webhookSecrets = new Set<string>();

  /** The same random bytes; those that become credentials are recorded. */
  watching(random: Random): Random {
    const bytes = (length: number) => {
      const made = random.bytes(length);
      if (length === CREDENTIAL_BYTES) this.remember(made.toString("base64url"));
      return made;
    };
    return { ...random, bytes };
  }

  /** Records a credential, or the secret part of a bot's token. */
  remember(credential: string): void {
    this.#credentials.add(credential.slice(-CREDENTIAL_CHARACTERS));
  }

  /** Records that a bot has put this credential into the address of its webhook, which is stored. */
  entrust(credential: string): void {
    this.#entrusted.add(credential.slice(-CREDENTIAL_CHARACTERS));
  }

  /** Records the passwords and webhook secrets in a request, a world file or a command. */
  hear(params: object): void {
    for (const [name, value] of Object.entries(params)) {
      if (typeof value !== "string" || value.length < SHORTEST_CHOSEN) continue;
      if (PASSWORDS.has(name)) this.#passwords.add(value);
      if (WEBHOOK_SECRETS.has(name)) this.#webhookSecrets.add(value);
    }
  }

  /** @returns a sentence for each secret in the name or the content of an output, up to a limit */
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
      for (const each of run.length < LONG_CHARACTERS ? piecesOf(run) : this.#credentials)
        if (this.#credentials.has(each) && !but.has(each) && run.includes(each)) return true;
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

/** The files in a folder by their paths; of blobs the names alone. */
export function* placesIn(folder: string): Iterable<Place> {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const name = path.slice(folder.length + 1);
    const isRead = entry.isFile() && !name.startsWith(BLOBS);
    yield { name, content: isRead ? readFileSync(path) : "" };
  }
}

/** Every piece of a run that is as long as a credential. */
function* piecesOf(run: string): Iterable<string> {
  for (let at = 0; at + CREDENTIAL_CHARACTERS <= run.length; at++) yield run.slice(at, at + CREDENTIAL_CHARACTERS);
}
