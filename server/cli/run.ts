/** Runs a service until it is told to stop. */
import { StoreUnavailable } from "../store/db.ts";
import { createLog, type Log, type LogLevel } from "../operations/log.ts";
import { saveCompiledCode } from "./compiled-code.ts";
import { EXIT, Fault } from "./faults.ts";
import { clock, random } from "./machine.ts";
import { startService, type Service, type ServiceOptions } from "./service.ts";

/** Logs go to standard error: standard output is for what a command was asked to print. */
export function stderrLog(level: LogLevel): Log {
  return createLog(level, (line) => process.stderr.write(line));
}

/**
 * Milliseconds within which a second signal is taken for the same: npm passes on what the terminal has sent to both. Nobody
 * gives up on a stop so soon.
 */
const SAME_SIGNAL_MS = 1000;

type Given = Omit<ServiceOptions, "clock" | "random" | "fatal">;

/** Starts the service; SIGINT and SIGTERM end it in order, a second one at once. */
export async function run(options: Given): Promise<Service> {
  const { log } = options;
  const end = (error: unknown, sentence: string) => {
    log.error({ err: error }, sentence);
    process.exit(EXIT.broken);
  };
  // Whatever slips through is told as everything is: without credentials.
  process.on("uncaughtException", (error) => end(error, "unexpected error: stopping"));
  // Who reads the log may go, and come back or not: the service goes on.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", ignoreClosed);
  const fatal = (error: unknown) => end(error, "the store is lost: stopping");
  const service = await awake(() => startService({ ...options, clock, random, fatal }));
  saveCompiledCode();
  let stopped_ms: number | undefined;
  const stop = () => {
    if (stopped_ms !== undefined) {
      if (clock.elapsed() - stopped_ms > SAME_SIGNAL_MS) process.exit(1);
      return;
    }
    stopped_ms = clock.elapsed();
    service.close().then(
      () => process.exit(0),
      (error: unknown) => end(error, "the service did not stop in order"),
    );
  };
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
  return service;
}

/** A timer of this length, which never fires, keeps the process. */
const LONG_MS = 2 ** 30;

/** Does what begins with waiting, with which the process would otherwise end: the clock's timers do not keep it. */
async function awake<T>(work: () => Promise<T>): Promise<T> {
  const timer = setInterval(() => {}, LONG_MS);
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    throw new Fault(`the service cannot start: ${error.message}`, EXIT.refused, { cause: error });
  } finally {
    clearInterval(timer);
  }
}

function ignoreClosed(error: NodeJS.ErrnoException): void {
  if (error.code !== "EPIPE") throw error;
}
