/** Two quick faults in two nodes: that the fault suite itself works. The long run is nemesis.long.test.ts. */
import { expect, test } from "vitest";
import { HAS_S3 } from "../support/s3-store.ts";
import { findPostgres } from "../support/postgres-binaries.ts";
import { check, summarize } from "./checker/check.ts";
import type { FaultKind } from "./faults/kinds.ts";
import type { Round } from "./faults/plan.ts";
import { run } from "./run.ts";

const HOLD_MS = 300;
const CALM_MS = 400;

function round(...kinds: readonly FaultKind[]): Round {
  return { faults: kinds.map((kind, node) => ({ kind, node, hold_ms: HOLD_MS, chance: 0.5 })), calm_ms: CALM_MS };
}

test.runIf(findPostgres())("two faults lose, double and reorder nothing", { timeout: 180_000 }, async () => {
  const rounds = [round("node-killed", "connections-broken")];
  const { entries } = await run({ seed: "smoke", nodes: 2, withReplica: false, until: { faults: Infinity }, rounds });
  expect(check(entries)).toEqual([]);
  const did = summarize(entries);
  expect(Object.values(did.faults)).toEqual([1, 1]);
  for (const count of [did.sends.ok, did.polls, did.deliveries, did.frames]) expect(count).toBeGreaterThan(10);
  for (const count of HAS_S3 ? [did.files, did.downloads] : []) expect(count).toBeGreaterThan(0);
});
