/** `heliogram serve --supervised`: keeps the listening socket while processes of the service come and go. */
import { createLog } from "../operations/log.ts";
import type { Settings } from "../settings/settings.ts";
import { attempt, EXIT } from "../runtime/exit-error.ts";
import { clock, stayAlive } from "../runtime/system.ts";
import { activatedSockets } from "../supervisor/activated-socket.ts";
import { bind, type Handle } from "../supervisor/handle.ts";
import type { Program, Sockets } from "../supervisor/child.ts";
import { Supervisor } from "../supervisor/supervisor.ts";
import { settingsOrExit } from "./config.ts";

/** Another start does not help: an internal error, wrong settings, a wrong command line. */
const FINAL: ReadonlySet<number> = new Set([EXIT.broken, EXIT.settings, EXIT.usage]);

/** Runs until the service is stopped. @throws ExitError when the address cannot be bound */
export async function supervise(): Promise<void> {
  const { settings } = settingsOrExit();
  const sockets = await listeningSockets(settings);
  const supervisor = new Supervisor({
    program: serveOnDisk,
    ...sockets,
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

/** Those of systemd, or those that are bound to the addresses of the settings and stay open as long as this process runs. */
async function listeningSockets(settings: Settings): Promise<Sockets> {
  const { host, port, tls_host, tls_port } = settings;
  const activated = await attempt("cannot listen", async () => activatedSockets(process.env, process.pid));
  const socket_fd = activated?.socket_fd ?? (await bound(host, port));
  if (tls_port === undefined) return { socket_fd };
  return { socket_fd, tls_fd: activated?.tls_fd ?? (await bound(tls_host, tls_port)) };
}

/** @returns the descriptor */
async function bound(host: string, port: number): Promise<number> {
  const handle = await attempt(`cannot listen on ${host}:${port}`, () => bind(host, port));
  kept.push(handle);
  return handle.fd;
}

/** As long as the process runs. */
const kept: Handle[] = [];

/**
 * The command that runs the service: the same path as that of this process, which may lead to another version by now. A
 * path to Node.js that was given is used as it was given, because the kernel's own is that of the version before.
 */
function serveOnDisk(): Program {
  const command = process.argv0.includes("/") ? process.argv0 : process.execPath;
  return { command, args: [...process.execArgv, process.argv[1]!, "serve"], env: process.env };
}
