/** What is asked of the generator, and what it answers; the generator runs as a child. */
import { fork } from "node:child_process";
import { ended, owned } from "../left-behind.ts";

export interface Load {
  readonly port: number;
  readonly connections: number;
  /** Time that is not counted: connections and compiled code get warm in it. */
  readonly warm_up_ms: number;
  readonly window_ms: number;
  /** Whole requests, sent one after another on every connection, each from another place in the list. */
  readonly requests: readonly string[];
}

export interface Outcome {
  /** Answers with status 200 inside the window, in a second. */
  readonly per_second: number;
  /** All requests, those outside the window too. */
  readonly sent: number;
  /** Of these, the ones answered with status 200: what must be found afterwards. */
  readonly accepted: number;
  /** Of an answer, with its head, on average. */
  readonly bytes: number;
  readonly p50_ms: number;
  readonly p99_ms: number;
  /** How much of a core the generator itself used: near 1, it is the limit, and not the server. */
  readonly busy: number;
}

export interface Generator {
  /** @throws Error if a connection broke */
  run(load: Load): Promise<Outcome>;
  stop(): Promise<void>;
}

export function startGenerator(): Generator {
  const child = owned(fork(new URL("./generator.ts", import.meta.url)));
  return {
    run: (load) =>
      new Promise((resolve, reject) => {
        const died = () => reject(new Error("the generator ended"));
        child.once("exit", died);
        child.once("message", (said) => {
          child.off("exit", died);
          const { outcome, error } = said as { outcome?: Outcome; error?: string };
          if (outcome) resolve(outcome);
          else reject(new Error(`the load broke off: ${error}`));
        });
        child.send(load);
      }),
    stop: () => ended(child, "SIGKILL"),
  };
}
