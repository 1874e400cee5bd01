/** Runs a service until it is told to stop. */
import { createLog, type Log, type LogLevel } from "../operations/log.ts";
import { clock, random } from "./machine.ts";
import { startService, type Service, type ServiceOptions } from "./service.ts";

/** Logs go to standard error: standard output is for what a command was asked to print. */
export function stderrLog(level: LogLevel): Log {
  return createLog(level, (line) => process.stderr.write(line));
}

type Given = Omit<ServiceOptions, "clock" | "random" | "fatal">;

/** Starts the service; SIGINT and SIGTERM end it in order, a second one at once. */
export async function run(options: Given): Promise<Service> {
  const service = await startService({
    ...options,
    clock,
    random,
    fatal(error) {
      options.log.error({ err: error }, "the store is lost: stopping");
      process.exit(70);
    },
  });
  let stopping = false;
  const stop = () => {
    if (stopping) process.exit(1);
    stopping = true;
    void service.close().then(() => process.exit(0));
  };
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
  return service;
}
