/** Every check of the fault suite finds a fault that is planted into a cluster: the suite could not miss it in the product. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { HAS_S3 } from "../../support/s3-store.ts";
import { check } from "../checker/check.ts";
import { whyNoNamespaces } from "../cluster/network.ts";
import type { Fault, FaultKind } from "../faults/kinds.ts";
import type { Round } from "../faults/plan.ts";
import { run, type RunOptions } from "../run.ts";

/** Time for a cluster on a machine that is busy with others. */
const LIMIT_MS = 400_000;
/** On a machine that is late itself, the checks allow for that, and one run may have too few calls to show the fault. */
const MOST_RUNS = 3;
const CALM_MS = 300;
/** Long enough to see what must be felt within a second. */
const LONG_CALM_MS = 6000;

const PAUSE_MS = 8000;
/** Longer than the service repeats requests to the store of files. */
const FILES_AWAY_MS = 20_000;

type Plant = Omit<RunOptions, "seed" | "until">;

/** SQL that changes the database before the nodes start. */
function sql(name: string): { sql: string[] } {
  return { sql: [readFileSync(new URL(`${name}.sql`, import.meta.url), "utf8")] };
}

/** A module that every node loads before the service. */
function preload(module: URL): { preload: string[] } {
  return { preload: [module.href] };
}

const SILENT_BUS = new URL("./silent-bus.ts", import.meta.url);
const NO_FENCING = new URL("./no-fencing.ts", import.meta.url);
const UNSTORED_FILES = new URL("./unstored-files.ts", import.meta.url);
const TRUSTED_CACHE = new URL("./trusted-cache.ts", import.meta.url);

/** Rounds of one fault each. */
function rounds(kind: FaultKind, times: number, calm_ms = CALM_MS, hold_ms = 100): Round[] {
  const fault: Fault = { kind, node: 0, hold_ms, chance: 0.5 };
  return Array.from({ length: times }, () => ({ faults: [fault], calm_ms }));
}

/** Each node in turn does nothing for longer than its leases last: whichever has the webhook, another one takes it. */
function pauses(nodes: number): Round[] {
  return Array.from({ length: nodes }, (_, node) => ({
    faults: [{ kind: "node-paused", node, hold_ms: PAUSE_MS, chance: 0.5 }],
    calm_ms: LONG_CALM_MS,
  }));
}

const nothing = rounds("clock-jumped", 1, LONG_CALM_MS);

/** Those that only root can see: elsewhere, all deliveries come from one address. */
const attributed: [fault: string, found: RegExp, plant: Plant][] = [
  [
    "nodes go on without their leases",
    /^I4: .*after .* had taken the lease/,
    { nodes: 2, ...preload(NO_FENCING), rounds: pauses(2) },
  ],
];

const inBucket: [fault: string, found: RegExp, plant: Plant][] = [
  [
    "files that could not be stored are acknowledged",
    /^I1: .*file/,
    { nodes: 1, ...preload(UNSTORED_FILES), rounds: rounds("bucket-killed", 1, CALM_MS, FILES_AWAY_MS) },
  ],
];

test.each<[fault: string, found: RegExp, plant: Plant]>([
  [
    "acknowledged messages are not kept",
    /^I1: .* is not there/,
    { nodes: 1, ...sql("lost-messages"), rounds: nothing },
  ],
  [
    "idempotency keys are not kept",
    /^I2: .* is there 2 times/,
    { nodes: 1, ...sql("forgotten-keys"), rounds: rounds("commit-unanswered", 12) },
  ],
  [
    "update ids come from a database sequence",
    /^I3: .*(update|never saw)/,
    { nodes: 1, ...sql("sequences"), rounds: rounds("connections-broken", 8) },
  ],
  [
    "notifications are lost, and nothing is swept",
    /^I5: /,
    { nodes: 2, withRedis: false, ...preload(SILENT_BUS), rounds: nothing },
  ],
  ["a replaced token stays valid", /^I5: token/, { nodes: 1, ...preload(TRUSTED_CACHE), rounds: nothing }],
  ...(HAS_S3 ? inBucket : []),
  ...(whyNoNamespaces() === undefined ? attributed : []),
])("%s", { timeout: MOST_RUNS * LIMIT_MS }, async (_fault, pattern, plant) => {
  const options: RunOptions = { seed: "planted", until: { faults: Infinity }, withReplica: false, ...plant };
  const found: string[] = [];
  for (let runs = 0; runs < MOST_RUNS && found.length === 0; runs++) {
    const { entries } = await run(options);
    found.push(...check(entries).filter((line) => pattern.test(line)));
  }
  expect(found).not.toEqual([]);
});
