/** A service in developer mode, and a folder in which commands run. */
import { CommandFolder } from "../support/commands.ts";
import { startWorld, WORLD, type TestService } from "../support/service.ts";

export interface DeveloperCommands {
  readonly t: TestService;
  readonly folder: CommandFolder;
  /** Ends the commands that still run, and the service. */
  readonly stop: () => Promise<void>;
}

export async function startWithCommands(): Promise<DeveloperCommands> {
  const t = await startWorld("memory", WORLD, { developer: true });
  const folder = new CommandFolder();
  const stop = async () => {
    await folder.close();
    await t.stop();
  };
  return { t, folder, stop };
}
