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
const MOST = 1.2;
const TRIES = 3;
const ROUNDS = 5;

/** A copy of the sources without their history has nothing to compare with. */
const RECORDED = lastRecorded();
test.skipIf(!hasCommit(RECORDED) && process.env.CI === undefined)(
  "processor time of a send, compared with the last landing",
  async () => {
    builds.push(currentBuild(), checkOut(RECORDED));
    const generator = startGenerator();
    const tries: number[] = [];
    try {
      do tries.push(await dearerBy(generator));
      while (tries.at(-1)! > MOST && tries.length < TRIES);
    } finally {
      await generator.stop();
    }
    expect(Math.min(...tries), `times the processor time of ${RECORDED}: ${tries.join(", ")}`).toBeLessThanOrEqual(
      MOST,
    );
  },
);

/** The processor time of a send by this build, as a multiple of that of the other one. */
async function dearerBy(generator: Generator): Promise<number> {
  const targets = [];
  try {
    for (const build of builds) targets.push(await startBuild(build, "sqlite"));
    const comparison = await compare(SENDS[0]!, targets, { generator, rounds: ROUNDS, window_ms: 500 });
    const [own, other] = builds as [Build, Build];
    return ratioOf(comparison, own.name, other.name, ({ cpu_us }) => cpu_us).median;
  } finally {
    for (const target of targets) await target.stop();
  }
}
