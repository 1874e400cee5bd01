/** The record of landings: lines are added to its table, and the last one is found again. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { CALLS, SENDS } from "../../bench/comparison/measured.ts";
import { FIRST_BUILD, lastRecorded, withLines } from "../../bench/comparison/record.ts";
import type { Sample } from "../../bench/comparison/sample.ts";

const RECORD = readFileSync(new URL("../../bench/record.md", import.meta.url), "utf8");

const sample = (per_second: number, cpu_us: number): Sample => ({
  count: 1,
  per_second,
  cpu_us,
  p50_ms: 1,
  p99_ms: 1,
  rss_mb: 1,
  threads: { serving: cpu_us, workers: 0, others: 0 },
});

const build = (name: string, commit: string) => ({ name, commit, main: "", remove: () => {} });

test("the table has a column for every row that is measured", () => {
  const titles = /^\| date .*$/m
    .exec(RECORD)![0]
    .split(" | ")
    .map((title) => title.replaceAll("|", "").trim());
  const rows = [...SENDS, ...CALLS].map(({ name }) => name);
  expect(titles.slice(3).toSorted()).toEqual([...rows, ...SENDS.map(({ name }) => `PostgreSQL: ${name}`)].toSorted());
});

test("a comparison adds one line for each other build, with the medians of the ratios of the rounds", () => {
  const samples = new Map([
    ["this build", [sample(90, 30), sample(100, 33)]],
    ["0123456", [sample(100, 30), sample(200, 30)]],
    [FIRST_BUILD, [sample(100, 20), sample(100, 22)]],
  ]);
  const builds = [
    build("this build", "f".repeat(40)),
    build("0123456", "0123456789"),
    build(FIRST_BUILD, `${FIRST_BUILD}00`),
  ];
  const text = withLines(RECORD, { date: "2031-02-03", builds, compared: [{ measured: SENDS[0]!.name, samples }] });
  const added = text.slice(RECORD.length).trimEnd().split("\n");
  expect(added).toHaveLength(2);
  expect(added[0]).toMatch(/^\| 2031-02-03 \| `fffffff` \| `0123456` \| 0\.90 \/ 1\.10 \| – \|/);
  expect(added[1]).toMatch(
    new RegExp(`^\\| 2031-02-03 \\| \`fffffff\` \\| \`${FIRST_BUILD}\` \\| 1\\.00 / 1\\.50 \\| – \\|`),
  );
  expect(lastRecorded(text)).toBe("fffffff");
});

test("a record without lines is an error", () => {
  expect(() => lastRecorded("# Record\n")).toThrow("has no line");
});
