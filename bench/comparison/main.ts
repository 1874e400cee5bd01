/** The comparison of builds as a command. */
import { writeFileSync } from "node:fs";
import { startGenerator } from "../load/load.ts";
import { addToRecord, FIRST_BUILD, lastRecorded } from "./record.ts";
import { checkOut, isCommitted, currentBuild, type Build } from "./build.ts";
import { compareBuilds } from "./run.ts";

interface ComparisonOptions {
  readonly rounds: number;
  readonly window_ms: number;
  readonly only: string;
  readonly against: readonly string[];
  readonly record: boolean;
  readonly json: string | undefined;
}

/** Compares this build with those of the named commits, or with the last recorded one and the first one. */
export async function runComparison(options: ComparisonOptions): Promise<void> {
  const { against, record, json, ...measure } = options;
  if (record && !isCommitted()) throw new Error("commit your changes first: the record names the commit");
  const revisions = against.length > 0 ? against : [lastRecorded(), FIRST_BUILD];
  const builds: readonly Build[] = [currentBuild(), ...new Set(revisions)].map((each) =>
    typeof each === "string" ? checkOut(each) : each,
  );
  const generator = startGenerator();
  const compared = await compareBuilds(builds, { ...measure, generator });
  await generator.stop();
  for (const build of builds) build.remove();
  if (record) addToRecord(builds, compared);
  if (json !== undefined) {
    const figures = Object.fromEntries(compared.map((row) => [row.measured, Object.fromEntries(row.samples)]));
    writeFileSync(json, `${JSON.stringify({ builds, setting: measure, results: figures }, null, 2)}\n`);
  }
}
