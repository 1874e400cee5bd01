/** The check behind `/readyz`: it ends in time however long the database takes, and many probes take one check. */
import type { UnreadyReason } from "../operations/readiness.ts";

/** Balancers wait a few seconds for a probe, and take silence for a failure of the network. */
const DEADLINE_MS = 1000;

/** Why the service is not ready, as far as a check can tell; `undefined` if it is. */
export type Unreadiness = Extract<UnreadyReason, "database" | "heartbeat"> | undefined;

export interface ReadyCheckDeps {
  readonly check: () => Promise<Unreadiness>;
  /** Calls `fire` once after a delay. @returns a function that cancels the call */
  readonly after: (delay_ms: number, fire: () => void) => () => void;
}

/**
 * Returns the check. While one has not ended, further probes wait for it, each until its own deadline. Then the answer is
 * that the database is away.
 */
export function readyCheck({ check, after }: ReadyCheckDeps): () => Promise<Unreadiness> {
  let running: Promise<Unreadiness> | undefined;
  return () => {
    running ??= check().finally(() => (running = undefined));
    return new Promise((resolve, reject) => {
      const cancel = after(DEADLINE_MS, () => resolve("database"));
      running!.finally(cancel).then(resolve, reject);
    });
  };
}
