/** Slightly mutated valid calls of every method, by bots and people, on existing objects (behaviour.md §1). */
import { expect, test } from "vitest";
import { runRandomCalls } from "./random-calls.ts";
import { LONG_RUN } from "../support/long-run.ts";
import { ENTRIES } from "./fuzz-world.ts";
import { ENOUGH } from "./tally.ts";

const CALLS = LONG_RUN ? 30_000 : 3000;
/** In a short run some methods are called too rarely for a meaningful success rate. */
const LEAST_ASKED = LONG_RUN ? ENOUGH / 3 : 1;

test("slightly mutated valid calls", { timeout: 900_000 }, async () => {
  const tally = await runRandomCalls({ engine: "sqlite", requests: CALLS, seed: 1 });
  expect(tally.total).toBeGreaterThanOrEqual(CALLS);
  expect(
    tally.missing(
      ENTRIES.map(({ name }) => name),
      LEAST_ASKED,
    ),
  ).toEqual([]);
});
