/** Executes an admin command directly on the store, while no service runs. */
import { Hashes } from "../../app/accounts/tokens.ts";
import { openApp } from "../../runtime/open-app.ts";
import { assertStoreThere, openKey, subkey } from "../../runtime/secret-key.ts";
import { random } from "../../runtime/system.ts";
import type { Settings } from "../../settings/settings.ts";
import { withStore } from "../with-store.ts";
import type { AdminCommand } from "./command.ts";
import { executeCommand } from "./execute.ts";

/** This process keeps nothing in memory. Nodes on other machines follow the service stream. */
const NO_LISTENERS = { botChanged: async () => {} };

/** @throws ExitError */
export async function executeOffline(settings: Settings, command: AdminCommand): Promise<object> {
  assertStoreThere(settings);
  return withStore(settings, async (db) => {
    const key = await openKey(db, settings, random);
    const hashes = new Hashes(subkey(key, "credentials"));
    const app = openApp({ dialect: settings.dialect, mail: settings.smtp_url }, key);
    const { public_url, audit_days } = settings;
    const addresses = public_url === undefined ? [] : [public_url];
    return executeCommand({ db, hashes, app, updates: NO_LISTENERS, audit_days, addresses }, command);
  });
}
