/** The time for which processes wait for a processor is found, and taken out of what the restart tests judge. */
import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { end } from "../support/programs.ts";
import { IS_TOLD, ProcessorWaits, starvedDuring, type Sample } from "./processor-waits.ts";

const wait = (begun_ms: number, ended_ms: number) => ({ what: "a call", begun_ms, ended_ms });
const sample = (at_ms: number, waited_ms: Readonly<Record<number, number>>): Sample => ({
  at_ms,
  waited_ms: new Map(Object.entries(waited_ms).map(([id, ms]) => [Number(id), ms])),
});

test("of a wait, the time that a process which starts was starved counts, from its begin to its end", () => {
  const samples = [
    sample(0, { 1: 500 }),
    sample(100, { 1: 520, 2: 60, 3: 900 }),
    sample(200, { 1: 930, 2: 150, 3: 1200 }),
    sample(2000, { 1: 940, 2: 1150, 3: 1200 }),
    sample(2100, { 1: 1900, 2: 1350, 3: 2100 }),
  ];
  const starved = (begun_ms: number, ended_ms: number, ids = [1, 2]) =>
    starvedDuring(wait(begun_ms, ended_ms), samples, ids);
  expect(starved(0, 200)).toBe(150);
  expect(starved(100, 250)).toBe(90);
  expect(starved(150, 2050)).toBe(1090);
  expect(starved(150, 250)).toBe(90);
  expect(starved(0, 200, [2, 3])).toBe(200);
  // Both serve for long.
  expect(starved(2000, 2100)).toBe(0);
  expect(starved(2200, 2300)).toBe(0);
  expect(starved(0, 200, [])).toBe(0);
  expect(starvedDuring(wait(0, 200), [], [1])).toBe(0);
});

test.runIf(IS_TOLD)("processes that share the processors are starved", async () => {
  const begun_ms = performance.now();
  const waits = new ProcessorWaits();
  const busy = Array.from({ length: availableParallelism() * 3 }, () =>
    spawn(process.execPath, ["-e", "for (;;);"], { stdio: "ignore" }),
  );
  await sleep(1000);
  const samples = waits.stop();
  const ids = busy.map(({ pid }) => pid!);
  await Promise.all(busy.map((each) => end(each, "SIGKILL")));
  expect(starvedDuring(wait(begun_ms, performance.now()), samples, ids)).toBeGreaterThan(100);
});
