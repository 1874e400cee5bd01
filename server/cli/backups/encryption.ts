/** How the backups of a folder are encrypted, by the options of a command and what the folder says of itself. */
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import {
  ageCipher,
  isRecipient,
  makeIdentity,
  openIdentity,
  recipientOf,
  type AgeKeys,
} from "../../backup/age-cipher.ts";
import { BackupFolder, type FolderFacts } from "../../backup/backup-folder.ts";
import { PLAIN, type Cipher } from "../../backup/cipher.ts";
import { FORMAT } from "../../backup/manifest.ts";
import { attempt } from "../../runtime/exit-error.ts";
import { CommandRefused, UsageError } from "../errors.ts";
import { readSecret } from "../secret-input.ts";

export interface OpenedBackups {
  readonly folder: BackupFolder;
  readonly cipher: Cipher;
}

/** What `backup` was told. */
export interface WritingOptions {
  /** The public key of somebody who can read the backups. */
  readonly recipient?: string | undefined;
  /** Whether a passphrase opens the backups of a new folder. */
  readonly usesPassphrase: boolean;
  readonly passphrase_file?: string | undefined;
}

/**
 * Opens a folder for a backup. The public key is never taken from the folder: whoever can write there could exchange it.
 * @param nameKey makes the names of encrypted files
 * @throws ExitError
 */
export async function openToWrite(
  path: string,
  options: WritingOptions,
  nameKey: () => Buffer,
): Promise<OpenedBackups> {
  const { recipient, passphrase_file } = options;
  const usesPassphrase = options.usesPassphrase || passphrase_file !== undefined;
  if (recipient !== undefined && usesPassphrase) throw new UsageError("backup takes --recipient or a passphrase");
  if (recipient !== undefined && !isRecipient(recipient))
    throw new UsageError("--recipient is a public key of age, which begins with age1");
  const wanted = recipient === undefined ? (usesPassphrase ? "passphrase" : "none") : "recipient";
  let keys: AgeKeys | undefined;
  const to = resolve(path);
  const fresh = async (): Promise<FolderFacts> => {
    if (wanted === "passphrase") keys = await makeIdentity(to, await passphraseOf(passphrase_file, true));
    return { format: FORMAT, encryption: wanted, ...(recipient === undefined ? {} : { recipient }) };
  };
  const folder = await attempt("the backup was not made", () => BackupFolder.make(to, fresh));
  const { encryption } = folder.facts;
  if (encryption === "none" && wanted === "none") return { folder, cipher: PLAIN };
  if (encryption === "passphrase" && wanted !== "recipient") {
    keys ??= await openWith(folder, passphrase_file);
    return { folder, cipher: ageCipher(keys, nameKey()) };
  }
  if (recipient !== undefined && recipient === folder.facts.recipient)
    return { folder, cipher: ageCipher({ recipient }, nameKey()) };
  throw new CommandRefused(`${describe(folder)}: give the same option as for the first one, or another folder`);
}

/** What `verify` and `restore` were told. */
export interface ReadingOptions {
  /** A file with a private key of age, as `age-keygen` writes it. */
  readonly identity_file?: string | undefined;
  readonly passphrase_file?: string | undefined;
}

/** Opens a folder to read its backups. @throws ExitError */
export async function openToRead(path: string, options: ReadingOptions): Promise<OpenedBackups> {
  const { identity_file, passphrase_file } = options;
  const folder = await attempt("the backups cannot be read", () => BackupFolder.open(path));
  const { encryption } = folder.facts;
  if (encryption === "none") return { folder, cipher: PLAIN };
  if (encryption === "passphrase") return { folder, cipher: ageCipher(await openWith(folder, passphrase_file)) };
  if (identity_file === undefined) throw new CommandRefused(`${describe(folder)}: give --identity-file`);
  const identity = await readIdentity(identity_file);
  const recipient = await attempt(`${identity_file} has no key of age`, () => recipientOf(identity));
  if (recipient !== folder.facts.recipient)
    throw new CommandRefused(`${describe(folder)}, and ${identity_file} has the key of ${recipient}`);
  return { folder, cipher: ageCipher({ recipient, identity }) };
}

async function openWith(folder: BackupFolder, passphrase_file: string | undefined): Promise<AgeKeys> {
  const passphrase = await passphraseOf(passphrase_file, false);
  return attempt("the backups cannot be opened", () => openIdentity(folder.path, passphrase));
}

async function passphraseOf(file: string | undefined, isNew: boolean): Promise<string> {
  if (file === undefined) return readSecret({ what: "passphrase", isNew });
  const text = await attempt(`the file ${file} cannot be read`, () => readFile(file, "utf8"));
  const [line = ""] = text.split(/\r?\n/, 1);
  if (line === "") throw new CommandRefused(`the file ${file} has no passphrase in its first line`);
  return line;
}

/** The first key of a file; comments begin with a hash sign. */
async function readIdentity(file: string): Promise<string> {
  const text = await attempt(`the file ${file} cannot be read`, () => readFile(file, "utf8"));
  const line = text.split(/\r?\n/).find((each) => each.startsWith("AGE-SECRET-KEY-"));
  if (line === undefined) throw new CommandRefused(`the file ${file} has no private key of age`);
  return line.trim();
}

function describe({ path, facts }: BackupFolder): string {
  const how = {
    none: "not encrypted",
    passphrase: "encrypted with a passphrase",
    recipient: `encrypted for ${facts.recipient}`,
  };
  return `the backups in ${path} are ${how[facts.encryption]}`;
}
