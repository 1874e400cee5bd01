/** A send does not cost more than it did at the last landing in `bench/record.md`. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { checkOut, currentBuild, hasCommit, type Build } from "../../bench/comparison/build.ts";
import { SENDS } from "../../bench/comparison/measured.ts";
import { lastRecorded } from "../../bench/comparison/record.ts";
import { compare, ratioOf } from "../../bench/comparison/sample.ts";
import { startBuild } from "../../bench/comparison/target.ts";
import { startGenerator, type Generator } from "../../bench/load/load.ts";

/** Dearer by more than this fails. */
const MAX_RATIO = 1.2;
const TRIES = 3;
const ROUNDS = 5;

/** A copy of the sources without their history has nothing to compare with. */
const RECORDED = lastRecorded();
test.skipIf(!hasCommit(RECORDED) && process.env.CI === undefined)(
  "processor time of a send, compared with the last landing",
  async () => {
    const recorded = checkOut(RECORDED);
    onTestFinished(recorded.remove);
    const tries = await compareUntilCheap(currentBuild(), recorded);
    const message = `times the processor time of ${RECORDED}: ${tries.join(", ")}`;
    expect(Math.min(...tries), message).toBeLessThanOrEqual(MAX_RATIO);
  },
);

test("a build that wastes processor time is found", async () => {
  const current = currentBuild();
  const tries = await compareUntilCheap(wasteful(current), current);
  expect(tries).toHaveLength(TRIES);
  expect(Math.min(...tries)).toBeGreaterThan(MAX_RATIO);
});

/** A build whose serving thread does nothing useful for half of its time. */
function wasteful(build: Build): Build {
  const folder = mkdtempSync(join(tmpdir(), "heliogram-wasteful-"));
  const main = join(folder, "main.mjs");
  const waste = "const until_ms = performance.now() + 5; while (performance.now() < until_ms);";
  const source = `#!/usr/bin/env node\nsetInterval(() => { ${waste} }, 5);\nawait import(${JSON.stringify(build.main)});\n`;
  writeFileSync(main, source, { mode: 0o755 });
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return { ...build, name: "a wasteful build", main };
}

/** The processor times of a send by the first build, as multiples of that of the other, until one is small enough. */
async function compareUntilCheap(...builds: [Build, Build]): Promise<number[]> {
  const generator = startGenerator();
  const tries: number[] = [];
  try {
    do tries.push(await dearerBy(generator, builds));
    while (tries.at(-1)! > MAX_RATIO && tries.length < TRIES);
  } finally {
    await generator.stop();
  }
  return tries;
}

async function dearerBy(generator: Generator, builds: readonly [Build, Build]): Promise<number> {
  const targets = [];
  try {
    for (const build of builds) targets.push(await startBuild(build, "sqlite"));
    const comparison = await compare(SENDS[0]!, targets, { generator, rounds: ROUNDS, window_ms: 500 });
    const [own, other] = builds;
    return ratioOf(comparison, own.name, other.name, ({ cpu_us }) => cpu_us).median;
  } finally {
    for (const target of targets) await target.stop();
  }
}
