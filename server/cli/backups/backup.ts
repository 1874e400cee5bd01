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

const OPTIONS = { recipient: "text", passphrase: "flag", "passphrase-file": "text" } as const;

/** @throws ExitError */
export async function backup(args: readonly string[]): Promise<void> {
  const { words, texts, flags } = readArguments("backup", args, OPTIONS, 1);
  const [to] = words;
  if (to === undefined) throw new UsageError("backup needs the folder for the backups");
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
    }),
  );
  const { name, manifest, copied, copied_bytes } = made;
  const { engine, schema, files, files_bytes, missing, parts } = manifest;
  const database_bytes = parts.store.content_bytes;
  const summary = { backup: name, engine, schema, database_bytes, files, files_bytes, copied, copied_bytes, missing };
  process.stdout.write(`${JSON.stringify(summary, null, 2)}\n`);
  if (missing.length === 0) return;
  process.stderr.write(
    "The backup is whole but for files that the service does not have any more, or that are damaged.\n",
  );
  process.exitCode = EXIT.refused;
}
