/** Encrypts the files of backups in the age format (age-encryption.org/v1). */
import { createHmac } from "node:crypto";
import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from "age-encryption";
import type { Cipher } from "./cipher.ts";

/** The identity for which the files of a folder are encrypted, which a passphrase opens. */
const IDENTITY_FILE = "identity.age";

/** A key pair of age. */
export interface AgeKeys {
  /** The public key, `age1…`. */
  readonly recipient: string;
  /** The private key; absent where files are only written. */
  readonly identity?: string | undefined;
}

/**
 * @param nameKey what makes the names of blobs, so that nobody can tell which files are in a backup; absent where files are
 *   only read
 */
export function ageCipher({ recipient, identity }: AgeKeys, nameKey?: Buffer): Cipher {
  return {
    suffix: ".age",
    keepsSize: false,
    nameOf(sha256) {
      if (!nameKey) throw new Error("blobs are only read");
      return createHmac("sha256", nameKey).update(sha256).digest("hex");
    },
    async *encrypt(content) {
      const encrypter = new Encrypter();
      encrypter.addRecipient(recipient);
      yield* await encrypter.encrypt(ReadableStream.from(content));
    },
    async *decrypt(content) {
      const decrypter = new Decrypter();
      if (identity !== undefined) decrypter.addIdentity(identity);
      yield* await decrypter.decrypt(ReadableStream.from(content));
    },
  };
}

/** @returns the public key of a private one. @throws Error if it is none */
export function recipientOf(identity: string): Promise<string> {
  return identityToRecipient(identity);
}

/** Whether files can be encrypted for a public key. */
export function isRecipient(text: string): boolean {
  try {
    new Encrypter().addRecipient(text);
    return true;
  } catch {
    return false;
  }
}

/** Makes the identity of a new folder, and stores it under a passphrase. */
export async function makeIdentity(folder: string, passphrase: string): Promise<AgeKeys> {
  const identity = await generateX25519Identity();
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  const path = join(folder, IDENTITY_FILE);
  await writeFile(`${path}.new`, await encrypter.encrypt(`${identity}\n`), { mode: 0o600, flush: true });
  await rename(`${path}.new`, path);
  return { identity, recipient: await identityToRecipient(identity) };
}

/** Opens the identity of a folder. @throws Error with a sentence when the passphrase is wrong */
export async function openIdentity(folder: string, passphrase: string): Promise<AgeKeys> {
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  const path = join(folder, IDENTITY_FILE);
  const stored = await readFile(path);
  let identity;
  try {
    identity = (await decrypter.decrypt(stored, "text")).trim();
  } catch (error) {
    throw new Error(`the passphrase is not that of the backups, or ${path} is damaged`, { cause: error });
  }
  return { identity, recipient: await identityToRecipient(identity) };
}
