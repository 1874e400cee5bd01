/** `heliogram restore FOLDER`: restores a backup into an empty data folder and database. */
import { readManifest, type Manifest } from "../../backup/manifest.ts";
import type { BackupFolder } from "../../backup/backup-folder.ts";
import { noteBucket, restore as restoreBackup } from "../../runtime/backups/restore.ts";
import { attempt } from "../../runtime/exit-error.ts";
import { filesFrom } from "../../runtime/settings-options.ts";
import { settingsOrExit } from "../config.ts";
import { CommandRefused } from "../errors.ts";
import { withStore } from "../with-store.ts";
import { openFolder } from "./open-folder.ts";
import { ProgressLines } from "./progress-lines.ts";

/** @throws ExitError */
export async function restore(args: readonly string[]): Promise<void> {
  const { folder, cipher, names } = await openFolder("restore", args);
  const { settings } = settingsOrExit();
  const progress = new ProgressLines();
  const { name, manifest } = await attempt("the backup cannot be restored", () => newestWhole(folder, names));
  await attempt(`the backup was not restored; empty the data folder ${settings.data_dir} before you try again`, () =>
    restoreBackup({ settings, folder, name, manifest, cipher, progress }),
  );
  const bucket = filesFrom(settings);
  if (bucket) await withStore(settings, (db) => noteBucket(db, bucket));
  const { engine, schema, made_at, files, missing } = manifest;
  process.stdout.write(`${JSON.stringify({ backup: name, made_at, engine, schema, files, missing }, null, 2)}\n`);
}

async function newestWhole(
  folder: BackupFolder,
  names: readonly string[],
): Promise<{ readonly name: string; readonly manifest: Manifest }> {
  for (const name of names.toReversed()) {
    const manifest = await readManifest(folder.of(name));
    if (manifest) return { name, manifest };
  }
  throw new CommandRefused(`${folder.path} has no whole backup`);
}
