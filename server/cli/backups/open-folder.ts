/** Opens a folder of backups for a command that reads it. */
import { BackupFolder } from "../../backup/backup-folder.ts";
import { PLAIN, type Cipher } from "../../backup/cipher.ts";
import { attempt } from "../../runtime/exit-error.ts";
import { readArguments } from "../arguments.ts";
import { CommandRefused, UsageError } from "../errors.ts";

export interface OpenedFolder {
  readonly folder: BackupFolder;
  readonly cipher: Cipher;
  /** The backups that are meant, the oldest first. */
  readonly names: readonly string[];
}

/** @param command `verify` or `restore`. @throws ExitError */
export async function openFolder(command: string, args: readonly string[]): Promise<OpenedFolder> {
  const { words, texts } = readArguments(command, args, { name: "text" }, 1);
  const [path] = words;
  if (path === undefined) throw new UsageError(`${command} needs the folder of the backups`);
  const folder = await attempt("the backups cannot be read", () => BackupFolder.open(path));
  const all = await folder.names();
  const name = texts.get("name");
  if (name !== undefined && !all.includes(name))
    throw new CommandRefused(`${path} has no backup ${name}; it has ${all.join(", ")}`);
  return { folder, cipher: PLAIN, names: name === undefined ? all : [name] };
}
