/** The interface of the load generator, which runs as a child process. */
import { fork } from "node:child_process";
import { stopProcess, killOnExit } from "../cleanup.ts";

export interface Load {
  readonly port: number;
  readonly connections: number;
  /** Time at the beginning that is not counted. */
  readonly warm_up_ms: number;
  readonly window_ms: number;
  /** Complete requests. Each connection cycles through the list, from its own offset. */
  readonly requests: readonly string[];
}

export interface LoadResult {
  /** Responses with status 200 a second, within the window. */
  readonly per_second: number;
  /** Requests, also those outside the window. */
  readonly sent: number;
  /** Responses with status 200, also those outside the window: each must be found in the database afterwards. */
  readonly accepted: number;
  /** Mean size of a response with its head. */
  readonly bytes: number;
  readonly p50_ms: number;
  readonly p99_ms: number;
  /** The share of a core that the generator used. Near 1, the generator limits the result, not the server. */
  readonly generator_busy: number;
}

export interface Generator {
  /** @throws Error if a connection broke */
  run(load: Load): Promise<LoadResult>;
  stop(): Promise<void>;
}

export function startGenerator(): Generator {
  const child = killOnExit(fork(new URL("./generator.ts", import.meta.url)));
  return {
    run: (load) =>
      new Promise((resolve, reject) => {
        const died = () => reject(new Error("the generator exited"));
        child.once("exit", died);
        child.once("message", (message) => {
          child.off("exit", died);
          const { result, error } = message as { result?: LoadResult; error?: string };
          if (result) resolve(result);
          else reject(new Error(`the load failed: ${error}`));
        });
        child.send(load);
      }),
    stop: () => stopProcess(child, "SIGKILL"),
  };
}
