/** Sixty faults in three nodes, in PostgreSQL, in Redis and in the S3 store: the invariants I1 to I6 hold in the history. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { HAS_S3 } from "../support/s3-store.ts";
import { check, summarize } from "./checker/check.ts";
import { whyNoNamespaces } from "./cluster/network.ts";
import { readHistory } from "./history.ts";
import { run } from "./run.ts";

const FAULTS = 60;
/** The same faults in every run; `npm run nemesis` takes others. */
const SEED = "continuous integration";
/** A run takes five minutes on two free cores. */
const LIMIT_MS = 900_000;
const IN_CI_AS_ROOT = process.env.CI === "true" && process.getuid?.() === 0;

test(`${FAULTS} faults lose, double and reorder nothing`, { timeout: LIMIT_MS }, async () => {
  const missing = whyNoNamespaces();
  expect(IN_CI_AS_ROOT ? missing : undefined).toBeUndefined();
  if (missing !== undefined) process.stderr.write(`Nodes are cut off by proxies: ${missing}.\n`);
  const folder = mkdtempSync(join(process.env.KEPT_DIR ?? tmpdir(), "heliogram-history-"));
  const file = join(folder, "history.jsonl");
  await run({ seed: SEED, nodes: 3, until: { faults: FAULTS }, file });
  const entries = readHistory(file);
  const did = summarize(entries);
  process.stderr.write(`${JSON.stringify(did)}\n`);
  const wrong = check(entries);
  if (wrong.length > 0) process.stderr.write(`The history is kept in ${file}.\n`);
  else rmSync(folder, { recursive: true });
  expect(wrong).toEqual([]);
  expect(Object.values(did.faults).reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(FAULTS);
  expect(did.sends.ok).toBeGreaterThan(FAULTS);
  expect(did.polls).toBeGreaterThan(FAULTS);
  expect(did.deliveries).toBeGreaterThan(FAULTS);
  expect(did.frames).toBeGreaterThan(FAULTS);
  expect(did.revoked).toBeGreaterThan(5);
  for (const count of HAS_S3 ? [did.files, did.downloads] : []) expect(count).toBeGreaterThan(FAULTS);
  expect(HAS_S3 ? did.besideFiles : 1).toBeGreaterThan(0);
});
