/** Behind the parsers: calls that nearly fit, of every method, by bots and people, upon things that are there (behaviour.md §1). */
import { expect, test } from "vitest";
import { barrage } from "./barrage.ts";
import { ENTRIES } from "./ground.ts";
import { ENOUGH } from "./tally.ts";

const IN_CI = process.env.CI === "true";
const CALLS = IN_CI ? 60_000 : 12_000;
/** Elsewhere a few methods are called too seldom for their share to say anything. */
const LEAST_ASKED = IN_CI ? ENOUGH : 1;

test("calls that nearly fit", { timeout: 900_000 }, async () => {
  const tally = await barrage({ engine: "sqlite", requests: CALLS, seed: 1 });
  expect(tally.total).toBeGreaterThanOrEqual(CALLS);
  expect(
    tally.missing(
      ENTRIES.map(({ name }) => name),
      LEAST_ASKED,
    ),
  ).toEqual([]);
});
