/** `heliogram store …`: checks and repairs a store while no service runs on it. */
import { existsSync, mkdirSync, readdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import type { Settings } from "../settings/settings.ts";
import { endCredentials, keyState } from "../store/queries/service/key-mark.ts";
import { SQLITE_FILE } from "../store/open.ts";
import { lockDatabase } from "../store/sqlite/durable-storage.ts";
import { compact } from "../store/sqlite/compact.ts";
import { acceptLoss, findDamage } from "../store/sqlite/repair.ts";
import { readArguments } from "./arguments.ts";
import { settingsOrExit } from "./config.ts";
import { isServiceRunning } from "./admin/socket-client.ts";
import { CommandRefused, UsageError } from "./errors.ts";
import { attempt, EXIT } from "../runtime/exit-error.ts";
import { nowS } from "./admin/context.ts";
import { assertStoreThere, keyPath, openKey, replaceKey } from "../runtime/secret-key.ts";
import { random } from "../runtime/system.ts";
import { withStore } from "./with-store.ts";

type StoreCommand = (settings: Settings) => Promise<object>;

const COMMANDS: Readonly<Record<string, StoreCommand>> = {
  check,
  "accept-loss": acceptStoreLoss,
  "new-key": renewKey,
  create,
  compact: compactStore,
};

/** @throws ExitError */
export async function store(args: readonly string[]): Promise<void> {
  const [verb = "", word] = readArguments("store", args, {}, 2).words;
  const run = Object.hasOwn(COMMANDS, verb) ? COMMANDS[verb] : undefined;
  const verbs = Object.keys(COMMANDS).join(", ");
  if (!run) throw new UsageError(`${`store ${verb}`.trim()} is no command; store has ${verbs}`);
  if (word !== undefined) throw new UsageError(`store ${verb} does not know what to do with ${word}`);
  const { settings } = settingsOrExit();
  if (await isServiceRunning(settings.data_dir))
    throw new CommandRefused("a service runs on this data folder: stop it first");
  process.stdout.write(`${JSON.stringify(await run(settings), null, 2)}\n`);
}

async function check(settings: Settings): Promise<object> {
  const damage = await attempt("the store cannot be checked", async () => findDamage(fileOf(settings)));
  if (damage.length > 0) process.exitCode = EXIT.refused;
  return { damage };
}

async function acceptStoreLoss(settings: Settings): Promise<object> {
  const { loss, set_aside } = await attempt("the store cannot be opened", async () =>
    acceptLoss(fileOf(settings), nowS()),
  );
  return { lost: loss ?? null, set_aside };
}

/** Returns the space of deleted rows to the file system. */
async function compactStore(settings: Settings): Promise<object> {
  const path = fileOf(settings);
  assertStoreThere(settings);
  // Closing the store empties its write-ahead log and its redo log.
  await withStore(settings, async () => {});
  return attempt("the store cannot be compacted", async () => compact(path));
}

/** Replaces a key that is lost or belongs to another store. */
async function renewKey(settings: Settings): Promise<object> {
  if (settings.database === "sqlite" && !existsSync(fileOf(settings)))
    throw new CommandRefused("there is no store yet");
  return withStore(settings, async (db) => {
    const { is_new, has_credentials } = await db.read(keyState);
    if (is_new && !has_credentials)
      throw new CommandRefused("the database is empty: there is no store yet that could have another key");
    const sessions_ended = await db.write((tx) => endCredentials(tx, nowS()));
    const path = keyPath(settings);
    const set_aside = settings.secret_key === undefined && existsSync(path) ? [`secret.key.before-${nowS()}`] : [];
    for (const name of set_aside) renameSync(path, join(settings.data_dir, name));
    await replaceKey(db, settings, random);
    return { sessions_ended, set_aside };
  });
}

/** Creates a store in the database of the settings. The data folder belongs to another store, so its content is moved aside. */
async function create(settings: Settings): Promise<object> {
  const { database, data_dir } = settings;
  if (await opens(settings)) throw new CommandRefused("the store that the settings name can be opened as it is");
  if (database !== "sqlite" && !(await withStore(settings, (db) => db.read(keyState))).is_new)
    throw new CommandRefused(
      'the database has a store already: give it its own data folder, or make a new key for it by "heliogram store new-key"',
    );
  const folder = join(data_dir, `before-${nowS()}`);
  const files = await attempt("the data folder cannot be set aside", async () => setAside(data_dir, folder));
  await withStore(settings, (db) => replaceKey(db, settings, random));
  return { set_aside: folder, files };
}

/** @throws Error when another process uses the store in the folder: it would write to the moved files */
function setAside(data_dir: string, folder: string): readonly string[] {
  const file = join(data_dir, SQLITE_FILE);
  const lock = existsSync(file) ? lockDatabase(file) : undefined;
  try {
    const names = readdirSync(data_dir).filter((name) => !/^before-\d+$/.test(name));
    mkdirSync(folder, { mode: 0o700 });
    for (const name of names) renameSync(join(data_dir, name), join(folder, name));
    return names;
  } finally {
    lock?.close();
  }
}

/** Whether a service could start on the store. */
async function opens(settings: Settings): Promise<boolean> {
  try {
    assertStoreThere(settings);
    await withStore(settings, (db) => openKey(db, settings, random));
    return true;
  } catch {
    // The reason was already reported by the service that refused to start.
    return false;
  }
}

/** @throws CommandRefused when the store is a PostgreSQL database */
function fileOf({ database, data_dir }: Settings): string {
  if (database === "sqlite") return join(data_dir, SQLITE_FILE);
  throw new CommandRefused("this is about stores on SQLite alone; PostgreSQL looks after its own");
}
