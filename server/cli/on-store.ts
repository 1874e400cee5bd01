/** An operator's command where no service runs: on the store that it left. */
import { Hashes } from "../app/tokens.ts";
import type { Settings } from "../settings/settings.ts";
import type { Db } from "../store/db.ts";
import { openStore } from "../store/open.ts";
import { carryOut } from "./accounts.ts";
import type { Order } from "./commands.ts";
import { attempt } from "./faults.ts";
import { assertStoreThere, openKey, subkey } from "./keys.ts";
import { postgresFrom } from "./limits.ts";
import { clock, random } from "./machine.ts";

const nothing = () => {};
const NOBODY_WAITS = {
  tokenChanged: nothing,
  botChanged: nothing,
  webhookChanged: nothing,
  admissionChanged: nothing,
};

/** Carries out one command on the store. @throws Fault */
export async function onStore(settings: Settings, wish: Order): Promise<object> {
  assertStoreThere(settings);
  return withStore(settings, async (db) => {
    const hashes = new Hashes(subkey(await openKey(db, settings, random), "credentials"));
    const { public_url } = settings;
    const addresses = public_url === undefined ? [] : [public_url];
    return carryOut({ db, hashes, updates: NOBODY_WAITS, addresses }, wish);
  });
}

/** Opens the store for one piece of work. @throws Fault */
export async function withStore<T>(settings: Settings, work: (db: Db) => Promise<T>): Promise<T> {
  const fatal = (error: unknown) => {
    throw error;
  };
  // Whoever waits for a command hears at once that the database is away.
  const postgres = { ...postgresFrom(settings), start_ms: 0 };
  const options = { poke: () => {}, fatal, now_ms: () => clock.now(), after: clock.after, postgres };
  const db = await attempt("the store cannot be opened", () => openStore(settings, options));
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}
