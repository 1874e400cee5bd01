/** Opens a folder of backups for a command that reads it. */
import { readArguments } from "../arguments.ts";
import { CommandRefused, UsageError } from "../errors.ts";
import { openToRead, type OpenedBackups } from "./encryption.ts";

const OPTIONS = { name: "text", "identity-file": "text", "passphrase-file": "text" } as const;

export interface OpenedFolder extends OpenedBackups {
  /** The backups that are meant, the oldest first. */
  readonly names: readonly string[];
}

/** @param command `verify` or `restore`. @throws ExitError */
export async function openFolder(command: string, args: readonly string[]): Promise<OpenedFolder> {
  const { words, texts } = readArguments(command, args, OPTIONS, 1);
  const [path] = words;
  if (path === undefined) throw new UsageError(`${command} needs the folder of the backups`);
  const reading = { identity_file: texts.get("identity-file"), passphrase_file: texts.get("passphrase-file") };
  const { folder, cipher } = await openToRead(path, reading);
  const all = await folder.names();
  const name = texts.get("name");
  if (name !== undefined && !all.includes(name))
    throw new CommandRefused(`${path} has no backup ${name}; it has ${all.join(", ")}`);
  return { folder, cipher, names: name === undefined ? all : [name] };
}
