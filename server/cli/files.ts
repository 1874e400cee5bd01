/** `heliogram files copy`: moves a service's files from its data folder to a bucket, or back. */
import { copyFiles } from "../runtime/copy-files.ts";
import { attempt, EXIT } from "../runtime/exit-error.ts";
import { filesFrom } from "../runtime/settings-options.ts";
import { isServiceRunning } from "./admin/socket-client.ts";
import { readArguments } from "./arguments.ts";
import { settingsOrExit } from "./config.ts";
import { CommandRefused, UsageError } from "./errors.ts";
import { withStore } from "./with-store.ts";

/** A line about the progress after so many blobs. */
const BLOBS_PER_PROGRESS_LINE = 1000;

/** @throws ExitError */
export async function files(args: readonly string[]): Promise<void> {
  const [verb = "", ...rest] = args;
  if (verb !== "copy") throw new UsageError(`${`files ${verb}`.trim()} is no command; files has copy`);
  const to = readArguments("files copy", rest, { to: "text" }, 0).texts.get("to");
  if (to !== "bucket" && to !== "folder") throw new UsageError("files copy needs --to bucket or --to folder");
  const { settings } = settingsOrExit();
  const bucket = filesFrom(settings);
  if (!bucket) throw new CommandRefused("HELIOGRAM_FILES_URL does not name the bucket");
  const { data_dir } = settings;
  const isRunning = await isServiceRunning(data_dir);
  let blobs = 0;
  const onProgress = () => {
    blobs += 1;
    if (blobs % BLOBS_PER_PROGRESS_LINE === 0) process.stderr.write(`${blobs} files\n`);
  };
  const common = { to, data_dir, files: bucket, onProgress } as const;
  const sum = await attempt("the files cannot be copied", () =>
    isRunning ? copyFiles({ ...common, db: undefined }) : withStore(settings, (db) => copyFiles({ ...common, db })),
  );
  if (sum.damaged.length > 0) process.exitCode = EXIT.refused;
  const is_complete = !isRunning && sum.damaged.length === 0;
  process.stdout.write(`${JSON.stringify({ ...sum, is_complete }, null, 2)}\n`);
  if (isRunning)
    process.stderr.write(
      "A service runs: stop it, repeat this command for the files that came meanwhile, and start it again.\n",
    );
}
