/** The time for which processes wait for a processor is found, and taken out of what the restart tests judge. */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { end } from "../support/programs.ts";
import { ProcessorWaits, starvedDuring, type Sample } from "./processor-waits.ts";

const wait = (begun_ms: number, ended_ms: number) => ({ what: "a call", begun_ms, ended_ms });
const sample = (at_ms: number, waited_ms: Readonly<Record<number, number>>): Sample => ({
  at_ms,
  waited_ms: new Map(Object.entries(waited_ms).map(([id, ms]) => [Number(id), ms])),
});

test("of a wait, the time that one process was starved counts, from its begin to its end", () => {
  const samples = [
    sample(0, { 1: 500 }),
    sample(100, { 1: 520, 2: 60 }),
    sample(200, { 1: 530, 2: 150 }),
    sample(300, { 1: 900 }),
  ];
  expect(starvedDuring(wait(0, 200), samples)).toBe(150);
  expect(starvedDuring(wait(100, 250), samples)).toBe(90);
  expect(starvedDuring(wait(210, 300), samples)).toBe(90);
  expect(starvedDuring(wait(400, 500), samples)).toBe(0);
  expect(starvedDuring(wait(0, 200), [])).toBe(0);
});

test.runIf(existsSync("/proc/self/schedstat"))("processes that share the processors are starved", async () => {
  const begun_ms = performance.now();
  const waits = new ProcessorWaits();
  const busy = Array.from({ length: availableParallelism() * 3 }, () =>
    spawn(process.execPath, ["-e", "for (;;);"], { stdio: "ignore" }),
  );
  await sleep(1000);
  const samples = waits.stop();
  await Promise.all(busy.map((each) => end(each, "SIGKILL")));
  expect(starvedDuring(wait(begun_ms, performance.now()), samples)).toBeGreaterThan(100);
});
