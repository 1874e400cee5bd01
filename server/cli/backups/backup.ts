/** `heliogram backup FOLDER`: backs the service up, while it runs. */
import { backUp, blobNameKey } from "../../runtime/backups/back-up.ts";
import { attempt, EXIT } from "../../runtime/exit-error.ts";
import { HOLD_FILES } from "../admin/command.ts";
import { sendToService } from "../admin/socket-client.ts";
import { readArguments } from "../arguments.ts";
import { settingsOrExit } from "../config.ts";
import { UsageError } from "../errors.ts";
import { openToWrite } from "./encryption.ts";
import { ProgressLines } from "./progress-lines.ts";

const OPTIONS = { recipient: "text", passphrase: "flag", "passphrase-file": "text", keep: "text" } as const;

/** @throws ExitError */
export async function backup(args: readonly string[]): Promise<void> {
  const { words, texts, flags } = readArguments("backup", args, OPTIONS, 1);
  const [to] = words;
  if (to === undefined) throw new UsageError("backup needs the folder for the backups");
  const keep = keptOf(texts.get("keep"));
  if (keep !== undefined && texts.has("recipient"))
    throw new UsageError("backup takes --keep or --recipient: nothing here can read a backup for a public key");
  const { settings } = settingsOrExit();
  const writing = {
    recipient: texts.get("recipient"),
    usesPassphrase: flags.get("passphrase") === true,
    passphrase_file: texts.get("passphrase-file"),
  };
  const { folder, cipher } = await openToWrite(to, writing, () => blobNameKey(settings));
  const made = await attempt("the backup was not made", () =>
    backUp({
      settings,
      folder,
      cipher,
      ask: async (hold) => (await sendToService(settings.data_dir, { command: HOLD_FILES, hold })) !== undefined,
      progress: new ProgressLines(),
      keep,
    }),
  );
  const { name, manifest, copied, copied_bytes, older } = made;
  const { engine, schema, files, files_bytes, missing, parts } = manifest;
  const database_bytes = parts.store.content_bytes;
  const { stays, ...gone } = older ?? { stays: undefined };
  const summary = {
    backup: name,
    engine,
    schema,
    database_bytes,
    files,
    files_bytes,
    copied,
    copied_bytes,
    missing,
    ...gone,
  };
  process.stdout.write(`${JSON.stringify(summary, null, 2)}\n`);
  if (stays !== undefined) {
    process.stderr.write(`Older backups or their files stay: ${stays}.\n`);
    process.exitCode = EXIT.refused;
  }
  if (missing.length === 0) return;
  process.stderr.write(
    "The backup is whole but for files that the service does not have any more, or that are damaged.\n",
  );
  process.exitCode = EXIT.refused;
}

/** How many backups are to stay. @throws UsageError */
function keptOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new UsageError("--keep is how many backups stay: a whole number from 1 up");
  return Number(text);
}
