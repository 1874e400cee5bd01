/** The checker: decides by a history alone whether the invariants I1 to I6 held, and says what the run did. */
import type { Entry } from "../history.ts";
import { checkFelt } from "./felt.ts";
import { checkFiles, sendsBesideFaults } from "./files.ts";
import { checkHolders } from "./holders.ts";
import { checkMessages } from "./messages.ts";
import { actionsOf, of } from "./operations.ts";
import { checkOrder } from "./order.ts";
import { checkUpdates } from "./updates.ts";

/** @returns every violation, each with its invariant in front; empty when all held */
export function check(entries: readonly Entry[]): string[] {
  return [
    ...checkMessages(entries),
    ...checkUpdates(entries),
    ...checkOrder(entries),
    ...checkHolders(entries),
    ...checkFelt(entries),
    ...checkFiles(entries),
    ...of(entries, "unfinished").map(({ what }) => `I1: ${what}, although nothing was broken any more`),
  ];
}

export interface Summary {
  readonly seconds: number;
  readonly faults: Readonly<Record<string, number>>;
  readonly sends: Readonly<Record<"ok" | "refused" | "unknown", number>>;
  readonly polls: number;
  readonly deliveries: number;
  readonly frames: number;
  /** What was taken away, and how often it was tried afterwards. */
  readonly revoked: number;
  readonly uses: number;
  readonly leases: number;
  /** Acknowledged messages with a file, and answered downloads. */
  readonly files: number;
  readonly downloads: number;
  /** Messages without a file that were sent while the store of files failed. */
  readonly besideFiles: number;
}

/** What a run did: a run that did nothing proves nothing. */
export function summarize(entries: readonly Entry[]): Summary {
  const faults: Record<string, number> = {};
  for (const { name, phase } of of(entries, "fault")) if (phase === "well") faults[name] = (faults[name] ?? 0) + 1;
  const sends = { ok: 0, refused: 0, unknown: 0 };
  for (const { outcome } of actionsOf(entries, "send")) sends[outcome.how]++;
  return {
    seconds: Math.round((entries.at(-1)?.at ?? 0) / 1000),
    faults,
    sends,
    polls: actionsOf(entries, "poll").filter(({ outcome }) => outcome.how === "ok").length,
    deliveries: of(entries, "delivery").length,
    frames: of(entries, "frame").length,
    revoked: actionsOf(entries, "revoke").filter(({ outcome }) => outcome.how === "ok").length,
    uses: actionsOf(entries, "use").length,
    leases: of(entries, "lease").length,
    files: actionsOf(entries, "send").filter(({ action, outcome }) => action.file !== undefined && outcome.how === "ok")
      .length,
    downloads: actionsOf(entries, "download").filter(({ outcome }) => outcome.how === "ok").length,
    besideFiles: sendsBesideFaults(entries).length,
  };
}
