/** Calls that nearly fit, on the other engine and by the other reader; and what is planted is found. */
import { afterEach, describe, expect, test, vi } from "vitest";
import { refuse } from "heliogram/domain/refusals.ts";
import { engines } from "../kit/service.ts";
import { barrage, type Barrage } from "./barrage.ts";
import { ENTRIES } from "./ground.ts";

const IN_CI = process.env.CI === "true";

test.runIf(engines().includes("postgres"))("on PostgreSQL", { timeout: 900_000 }, async () => {
  const requests = IN_CI ? 2000 : 400;
  expect((await barrage({ engine: "postgres", requests, seed: 2 })).total).toBeGreaterThanOrEqual(requests);
});

test("by the reader of node:http", { timeout: 900_000 }, async () => {
  const requests = IN_CI ? 5000 : 600;
  const overrides = { http_reader: "node" } as const;
  expect((await barrage({ engine: "sqlite", requests, seed: 3, overrides })).total).toBeGreaterThanOrEqual(requests);
});

describe("a planted fault is found", { timeout: 120_000 }, () => {
  afterEach(() => vi.restoreAllMocks());

  const dice = ENTRIES.filter(({ method }) => method.name === "sendDice");
  const [entry] = dice as [(typeof dice)[number]];
  const plan: Barrage = { engine: "memory", requests: 1500, seed: 4, entries: dice };

  test("one that every call meets", async () => {
    vi.spyOn(entry.method, "run").mockRejectedValue(new Error("planted"));
    await expect(barrage(plan)).rejects.toThrow(/^a fault of the service's own: .*sendDice.* → 500 /s);
  });

  test("one behind the parser and the gate, by a parameter that is seldom given", async () => {
    const { run } = entry.method;
    vi.spyOn(entry.method, "run").mockImplementation((call, params: { protect_content?: boolean }, prepared) => {
      if (params.protect_content === true) throw new Error("planted");
      return run(call, params as never, prepared);
    });
    await expect(barrage(plan)).rejects.toThrow(/^a fault of the service's own: .*protect_content.* → 500 /s);
  });

  test("a code that the method does not declare", async () => {
    const silent = dice.map((each) => ({ ...each, method: { ...each.method, codes: [] } }));
    await expect(barrage({ ...plan, entries: silent })).rejects.toThrow(/^the method does not declare it: .* → 40/s);
  });

  test("a method that never does anything, and one that is not called", async () => {
    vi.spyOn(entry.method, "run").mockImplementation(() => refuse("CHAT_NOT_FOUND"));
    const tally = await barrage({ ...plan, requests: 300 });
    expect(tally.missing(["bot sendDice", "bot sendNothing"], 1)).toEqual([
      expect.stringMatching(/^bot sendDice was done 0 times of \d+, less than 10 %$/),
      "bot sendNothing was asked 0 times, less than 1",
    ]);
  });
});
