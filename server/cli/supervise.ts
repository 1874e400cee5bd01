/** `heliogram serve --supervised`: keeps the listening socket while processes of the service come and go. */
import { createLog } from "../operations/log.ts";
import { attempt, EXIT } from "../runtime/exit-error.ts";
import { clock, stayAlive } from "../runtime/system.ts";
import { activatedSocket } from "../supervisor/activated-socket.ts";
import { bind, type Handle } from "../supervisor/handle.ts";
import type { Program } from "../supervisor/child.ts";
import { Supervisor } from "../supervisor/supervisor.ts";
import { settingsOrExit } from "./config.ts";

/** Another start does not help: an internal error, wrong settings, a wrong command line. */
const FINAL: ReadonlySet<number> = new Set([EXIT.broken, EXIT.settings, EXIT.usage]);

/** Runs until the service is stopped. @throws ExitError when the address cannot be bound */
export async function supervise(): Promise<void> {
  const { settings } = settingsOrExit();
  const socket_fd = await listeningSocket(settings);
  const supervisor = new Supervisor({
    program: serveOnDisk,
    socket_fd,
    log: createLog(settings.log_level, (line) => process.stderr.write(line)),
    final: FINAL,
    now_ms: () => clock.elapsed(),
    after: (delay_ms, fire) => clock.after(delay_ms, fire),
    ended: (code) => process.exit(code),
  });
  // Also while no process runs.
  stayAlive();
  process.on("SIGHUP", () => supervisor.restart());
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => supervisor.stop(signal));
}

/** That of systemd, or one that is bound to the address of the settings and stays open as long as this process runs. */
async function listeningSocket({ host, port }: { readonly host: string; readonly port: number }): Promise<number> {
  return attempt(`cannot listen on ${host}:${port}`, async () => {
    const activated = activatedSocket(process.env, process.pid);
    if (activated !== undefined) return activated;
    bound = await bind(host, port);
    return bound.fd;
  });
}

/** Kept as long as the process runs. */
let bound: Handle;

/**
 * The command that runs the service: the same path as that of this process, which may lead to another version by now. A
 * path to Node.js that was given is used as it was given, because the kernel's own is that of the version before.
 */
function serveOnDisk(): Program {
  const command = process.argv0.includes("/") ? process.argv0 : process.execPath;
  return { command, args: [...process.execArgv, process.argv[1]!, "serve"], env: process.env };
}
