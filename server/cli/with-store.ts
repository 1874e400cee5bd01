/** Opens the store for one command, and closes it afterwards. */
import { attempt } from "../runtime/exit-error.ts";
import { postgresFrom } from "../runtime/settings-options.ts";
import { clock } from "../runtime/system.ts";
import type { Settings } from "../settings/settings.ts";
import type { Db } from "../store/db.ts";
import { openStore } from "../store/open.ts";

/** @throws ExitError when the store cannot be opened */
export async function withStore<T>(settings: Settings, work: (db: Db) => Promise<T>): Promise<T> {
  const fatal = (error: unknown) => {
    throw error;
  };
  // A command does not wait for an unavailable database.
  const postgres = { ...postgresFrom(settings), start_ms: 0 };
  const options = { notify: () => {}, fatal, now_ms: () => clock.now(), after: clock.after, postgres, isAlone: true };
  const db = await attempt("the store cannot be opened", () => openStore(settings, options));
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}
