/** `heliogram bot …`, `person …` and `sign-up …`: sends the command to the running service, or executes it on the store. */
import type { AdminCommand } from "./command.ts";
import { settingsOrExit } from "../config.ts";
import { sendToService } from "./socket-client.ts";

/** @throws ExitError */
export async function runAdminCommand(command: AdminCommand): Promise<void> {
  const { settings } = settingsOrExit();
  const answered = await sendToService(settings.data_dir, command);
  // The modules of the store are loaded only if no service runs: otherwise the answer comes at once.
  const result = answered ?? (await (await import("./offline.ts")).executeOffline(settings, command));
  process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
}
