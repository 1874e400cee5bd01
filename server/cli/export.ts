/** `heliogram export person|chat NAME FILE`: writes an archive, from the running service or from the store of a stopped one. */
import { createWriteStream, rmSync } from "node:fs";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { openArchiveBlobs } from "../runtime/archive-blobs.ts";
import { attempt, EXIT, ExitError } from "../runtime/exit-error.ts";
import { writeIsoTime } from "../runtime/iso-time.ts";
import { assertStoreThere } from "../runtime/secret-key.ts";
import { openExport } from "./admin/export.ts";
import type { AdminCommand } from "./admin/command.ts";
import { fetchExport } from "./admin/socket-client.ts";
import { readArguments } from "./arguments.ts";
import { settingsOrExit } from "./config.ts";
import { UsageError } from "./errors.ts";
import { withStore } from "./with-store.ts";

/** Nobody else of the machine reads an archive. */
const OWNER_ALONE = 0o600;

/** @throws ExitError */
export async function exportData(args: readonly string[]): Promise<void> {
  const [verb = "", ...rest] = args;
  if (verb !== "person" && verb !== "chat")
    throw new UsageError(`${`export ${verb}`.trim()} is no command; export has person, chat`);
  const { words, texts } = readArguments(`export ${verb}`, rest, { [verb]: "text" }, 2);
  const named = texts.get(verb);
  const [name, file] = named === undefined ? words : [named, words[0]];
  if (name === undefined || file === undefined)
    throw new UsageError(`export ${verb} needs ${verb === "person" ? "a USERNAME" : "a CHAT"} and the FILE to write`);
  const { settings } = settingsOrExit();
  const command: AdminCommand = { command: `export ${verb}`, [verb]: name.replace(/^@/, "") };
  const write = (source: AsyncIterable<Uint8Array>, compress: boolean) => writeNew(file, source, compress);
  const answered = await attempt("the archive was not written", () =>
    fetchExport(settings.data_dir, command, (chunks) => write(chunks, false)),
  );
  if (!answered) {
    assertStoreThere(settings);
    await withStore(settings, async (db) => {
      await using blobs = await openArchiveBlobs(settings, db);
      const archive = await openExport({ db, blobs: blobs.reader, writeDate: writeIsoTime }, command);
      await attempt("the archive was not written", () => write(archive, true));
    });
  }
  process.stdout.write(`${JSON.stringify({ file }, null, 2)}\n`);
}

/** Writes a file that does not exist yet, and removes it if it does not become whole. @throws ExitError */
async function writeNew(file: string, source: AsyncIterable<Uint8Array>, compress: boolean): Promise<void> {
  const to = createWriteStream(file, { flags: "wx", mode: OWNER_ALONE });
  try {
    await (compress ? pipeline(source, createGzip(), to) : pipeline(source, to));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") throw new ExitError(`${file} exists`, EXIT.refused);
    rmSync(file, { force: true });
    throw error;
  }
}
