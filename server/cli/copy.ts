/** `heliogram copy`: moves a store from SQLite to PostgreSQL, or back. */
import { existsSync } from "node:fs";
import { copyBetween, parseStoreAddress, type StoreAddress } from "../runtime/copy-store.ts";
import { attempt } from "../runtime/exit-error.ts";
import { keyPath } from "../runtime/secret-key.ts";
import type { Settings } from "../settings/settings.ts";
import { isServiceRunning } from "./admin/socket-client.ts";
import { readArguments } from "./arguments.ts";
import { ProgressLines } from "./backups/progress-lines.ts";
import { settingsOrExit } from "./config.ts";
import { CommandRefused, UsageError } from "./errors.ts";

/** @throws ExitError */
export async function copy(args: readonly string[]): Promise<void> {
  const { texts } = readArguments("copy", args, { from: "text", to: "text" }, 0);
  const { settings } = settingsOrExit();
  if (!texts.has("from") && !texts.has("to"))
    throw new UsageError("copy needs --from or --to; the other one is the store of the settings");
  const from = addressOf("from", texts.get("from"), settings);
  const to = addressOf("to", texts.get("to"), settings);
  if (nameOf(from) === nameOf(to)) throw new CommandRefused("--from and --to mean the same store");
  for (const side of [from, to])
    if ("folder" in side && (await isServiceRunning(side.folder)))
      throw new CommandRefused(`a service runs on the data folder ${side.folder}: stop it first`);
  const copied = await attempt("the store was not copied", () =>
    copyBetween({ settings, from, to, progress: new ProgressLines() }),
  );
  process.stdout.write(`${JSON.stringify({ from: nameOf(from), to: nameOf(to), ...copied }, null, 2)}\n`);
  const data_dir = "folder" in to ? to.folder : settings.data_dir;
  if (settings.secret_key === undefined && !existsSync(keyPath({ ...settings, data_dir })))
    process.stderr.write(
      `The data folder ${data_dir} has no secret.key: copy secret.key and media of the former data folder there before the service starts.\n`,
    );
}

function addressOf(option: string, text: string | undefined, settings: Settings): StoreAddress {
  const address = parseStoreAddress(text ?? settings.database, settings);
  if (address) return address;
  if (text === undefined) throw new CommandRefused("a store in memory cannot be copied");
  throw new UsageError(`--${option} is sqlite, sqlite:FOLDER or postgres://…`);
}

/** For display: without the user and the password. */
function nameOf(address: StoreAddress): string {
  if ("folder" in address) return `sqlite:${address.folder}`;
  const { url } = address;
  if (!URL.canParse(url)) return url.replace(/\/\/[^/]*@/, "//").replace(/\?.*/s, "");
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname}`;
}
