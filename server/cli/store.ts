/** `heliogram store …`: what an operator does when a store is refused. No service may run on it meanwhile. */
import { existsSync, mkdirSync, readdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import type { Settings } from "../settings/settings.ts";
import { endCredentials, keyState } from "../store/key-mark.ts";
import { SQLITE_FILE } from "../store/open.ts";
import { holdAlone } from "../store/sqlite-disk.ts";
import { compact } from "../store/sqlite-compact.ts";
import { acceptLoss, findDamage } from "../store/sqlite-repair.ts";
import { readArguments } from "./arguments.ts";
import { settingsOrExit } from "./config.ts";
import { isServed } from "./control-line.ts";
import { attempt, EXIT, OrderFault, UsageFault } from "./faults.ts";
import { nowS } from "./ground.ts";
import { assertStoreThere, keyPath, makeKey, openKey } from "./keys.ts";
import { random } from "./machine.ts";
import { withStore } from "./on-store.ts";

type Verb = (settings: Settings) => Promise<object>;

const VERBS: Readonly<Record<string, Verb>> = {
  check,
  "accept-loss": giveUp,
  "new-key": renewKey,
  create,
  compact: giveBack,
};

/** @throws Fault */
export async function store(args: readonly string[]): Promise<void> {
  const [verb = "", word] = readArguments("store", args, {}, 2).words;
  const run = Object.hasOwn(VERBS, verb) ? VERBS[verb] : undefined;
  const verbs = Object.keys(VERBS).join(", ");
  if (!run) throw new UsageFault(`${`store ${verb}`.trim()} is no command; store has ${verbs}`);
  if (word !== undefined) throw new UsageFault(`store ${verb} does not know what to do with ${word}`);
  const { settings } = settingsOrExit();
  if (await isServed(settings.data_dir)) throw new OrderFault("a service runs on this data folder: stop it first");
  process.stdout.write(`${JSON.stringify(await run(settings), null, 2)}\n`);
}

async function check(settings: Settings): Promise<object> {
  const damage = await attempt("the store cannot be checked", async () => findDamage(fileOf(settings)));
  if (damage.length > 0) process.exitCode = EXIT.refused;
  return { damage };
}

async function giveUp(settings: Settings): Promise<object> {
  const { loss, set_aside } = await attempt("the store cannot be opened", async () =>
    acceptLoss(fileOf(settings), nowS()),
  );
  return { lost: loss ?? null, set_aside };
}

/** Gives the room of what was deleted back to the disk. */
async function giveBack(settings: Settings): Promise<object> {
  const path = fileOf(settings);
  assertStoreThere(settings);
  // Closing it leaves nothing in its log and its journal.
  await withStore(settings, async () => {});
  return attempt("the store cannot be compacted", async () => compact(path));
}

/** A new key in the place of one that is lost, or that belongs to another store. */
async function renewKey(settings: Settings): Promise<object> {
  if (settings.database === "sqlite" && !existsSync(fileOf(settings))) throw new OrderFault("there is no store yet");
  return withStore(settings, async (db) => {
    const { is_new, has_credentials } = await db.read(keyState);
    if (is_new && !has_credentials)
      throw new OrderFault("the database is empty: there is no store yet that could have another key");
    const sessions_ended = await db.write((tx) => endCredentials(tx, nowS()));
    const path = keyPath(settings);
    const set_aside = existsSync(path) ? [`secret.key.before-${nowS()}`] : [];
    for (const name of set_aside) renameSync(path, join(settings.data_dir, name));
    await makeKey(db, settings, random);
    return { sessions_ended, set_aside };
  });
}

/** A new store in the database that the settings name. What is in the data folder belongs to another one, and is set aside. */
async function create(settings: Settings): Promise<object> {
  const { database, data_dir } = settings;
  if (await opens(settings)) throw new OrderFault("the store that the settings name can be opened as it is");
  if (database !== "sqlite" && !(await withStore(settings, (db) => db.read(keyState))).is_new)
    throw new OrderFault(
      'the database has a store already: give it its own data folder, or make a new key for it by "heliogram store new-key"',
    );
  const folder = join(data_dir, `before-${nowS()}`);
  const files = await attempt("the data folder cannot be set aside", async () => setAside(data_dir, folder));
  await withStore(settings, (db) => makeKey(db, settings, random));
  return { set_aside: folder, files };
}

/** @throws Error when another process has the store in the folder: it would go on writing to what was moved */
function setAside(data_dir: string, folder: string): readonly string[] {
  const file = join(data_dir, SQLITE_FILE);
  const lock = existsSync(file) ? holdAlone(file) : undefined;
  try {
    const names = readdirSync(data_dir).filter((name) => !/^before-\d+$/.test(name));
    mkdirSync(folder, { mode: 0o700 });
    for (const name of names) renameSync(join(data_dir, name), join(folder, name));
    return names;
  } finally {
    lock?.close();
  }
}

/** Whether a service would start on the store. */
async function opens(settings: Settings): Promise<boolean> {
  try {
    assertStoreThere(settings);
    await withStore(settings, (db) => openKey(db, settings, random));
    return true;
  } catch {
    // Why it does not, the operator has been told by the service.
    return false;
  }
}

/** @throws OrderFault where the store is no file */
function fileOf({ database, data_dir }: Settings): string {
  if (database === "sqlite") return join(data_dir, SQLITE_FILE);
  throw new OrderFault("this is about stores on SQLite alone; PostgreSQL looks after its own");
}
