/** `heliogram bot …`, `person …` and the other nouns: sends the command to the running service, or executes it on the store. */
import type { AdminCommand } from "./command.ts";
import { confirm, readSecret } from "../secret-input.ts";
import { settingsOrExit } from "../config.ts";
import { sendToService } from "./socket-client.ts";

/** @throws ExitError */
export async function runAdminCommand(parsed: AdminCommand): Promise<void> {
  const { settings } = settingsOrExit();
  const command = await completed(parsed);
  const answered = await sendToService(settings.data_dir, command);
  // The modules of the store are loaded only if no service runs: otherwise the answer comes at once.
  const result = answered ?? (await (await import("./offline.ts")).executeOffline(settings, command));
  process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
}

/** Asks for what a command line does not say. @throws CommandRefused */
async function completed(parsed: AdminCommand): Promise<AdminCommand> {
  const { command, username, is_confirmed = false } = parsed;
  if (command === "bot token" && !is_confirmed)
    await confirm(`This makes a new token for @${username}, and the present one stops working at once.`, "--yes");
  if (command === "person erase" && !is_confirmed)
    await confirm(`This erases @${username} for good: nobody can restore the account.`, "--yes");
  if (command !== "person create") return parsed;
  return { ...parsed, password: await readSecret({ what: "password", isNew: true }) };
}
