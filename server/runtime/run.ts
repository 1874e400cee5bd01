/** Runs a service in this process until a signal or a fatal error. */
import { StoreUnavailable } from "../store/db.ts";
import { isDiskFull } from "../store/disk-full.ts";
import { createLog, type Log, type LogLevel } from "../operations/log.ts";
import type { Supervised } from "../supervisor/supervised.ts";
import { saveCompileCache } from "./compile-cache.ts";
import { EXIT, ExitError } from "./exit-error.ts";
import { clock, random, stayAlive } from "./system.ts";
import { allocateYoung } from "./young-objects.ts";
import { startService, type Service, type ServiceOptions } from "./service.ts";

/** Logs go to standard error. Standard output is for the output of the command. */
export function stderrLog(level: LogLevel): Log {
  return createLog(level, (line) => process.stderr.write(line));
}

/**
 * A second signal within this time counts as the same one: npm forwards to its child the signal that the terminal has
 * already sent to both.
 */
const SAME_SIGNAL_MS = 1000;

const DISK_FULL =
  "the disk is full: stopping; everything that was acknowledged is kept, and the service can be started again when there is room";

/** Options of a service, without what this file gives. */
export type RunOptions = Omit<ServiceOptions, "clock" | "random" | "fatal" | "database_time" | "prepares_media"> & {
  /** Seconds for which calls are still answered after the signal. */
  readonly drain_s: number;
  /** The supervisor of this process, which lets another one take over. */
  readonly supervised?: Supervised | undefined;
};

const PARTS = { clock, random, database_time: true } as const;

/** Starts the service. SIGINT and SIGTERM drain it and stop it gracefully; a second signal ends the process at once. */
export async function run(options: RunOptions): Promise<Service> {
  const { log, drain_s, supervised } = options;
  const end = (error: unknown, sentence: string) => {
    const isFull = isDiskFull(error);
    log.error({ err: error }, isFull ? DISK_FULL : sentence);
    process.exit(isFull ? EXIT.diskFull : EXIT.broken);
  };
  // The log redacts credentials; Node's own output would not.
  process.on("uncaughtException", (error) => end(error, "unexpected error: stopping"));
  // The reader of a pipe may close it; the service keeps running.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", ignoreClosed);
  const fatal = (error: unknown) => end(error, "the store is lost: stopping");
  const service = await keepAlive(() =>
    startService({ ...options, ...PARTS, fatal, prepares_media: supervised !== undefined }),
  );
  saveCompileCache();
  allocateYoung();
  let stop_requested_ms: number | undefined;
  const stop = (signal: NodeJS.Signals) => {
    if (stop_requested_ms !== undefined) {
      if (clock.elapsed() - stop_requested_ms > SAME_SIGNAL_MS) process.exit(1);
      return;
    }
    stop_requested_ms = clock.elapsed();
    // Whoever presses Ctrl-C waits for the end; behind a balancer nobody does.
    const drained = signal === "SIGINT" && process.stdin.isTTY ? Promise.resolve() : service.drain(drain_s);
    drained.then(service.close).then(
      () => process.exit(0),
      (error: unknown) => end(error, "the service did not stop in order"),
    );
  };
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
  supervised?.onGone(() => stop("SIGTERM"));
  supervised?.onRetire(() => {
    service
      .retire((socket, unread) => supervised.pass(socket, unread), drain_s)
      .then(
        () => supervised.passed().then(() => process.exit(0)),
        (error: unknown) => end(error, "the service did not stop in order"),
      );
  });
  return service;
}

/** Keeps the process alive during the start, which may wait on timers of the clock; those are unreferenced. */
async function keepAlive<T>(work: () => Promise<T>): Promise<T> {
  const end = stayAlive();
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    throw new ExitError(`the service cannot start: ${error.message}`, EXIT.refused, { cause: error });
  } finally {
    end();
  }
}

function ignoreClosed(error: NodeJS.ErrnoException): void {
  if (error.code !== "EPIPE") throw error;
}
