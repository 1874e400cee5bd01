/** Slightly mutated valid calls on the other engine and with the other HTTP reader; planted faults are found. */
import { afterEach, describe, expect, inject, test, vi } from "vitest";
import { refuse } from "heliogram/domain/refusals.ts";
import { Proxy } from "../support/proxy.ts";
import { engines } from "../support/service.ts";
import { runRandomCalls, type RandomCalls } from "./random-calls.ts";
import { ENTRIES } from "./fuzz-world.ts";

describe.runIf(engines().includes("postgres"))("on PostgreSQL", { timeout: 900_000 }, () => {
  test("with many connections", async () => {
    const requests = 2000;
    expect((await runRandomCalls({ engine: "postgres", requests, seed: 2 })).total).toBeGreaterThanOrEqual(requests);
  });

  test("with two connections", async () => {
    await runRandomCalls({ engine: "postgres", requests: 1500, seed: 5, overrides: { postgres: { connections: 2 } } });
  });

  test("whose connections break", async () => {
    const proxy = await Proxy.before(inject("postgresUrl"));
    let cuts = 0;
    const disturb = () => {
      cuts += 1;
      proxy.cut();
    };
    const overrides = { reach: (address: string) => proxy.through(address) };
    await runRandomCalls({ engine: "postgres", requests: 1500, seed: 6, overrides, disturb });
    expect(cuts).toBeGreaterThan(5);
    await proxy.close();
  });
});

test("with the reader of node:http", { timeout: 900_000 }, async () => {
  const requests = 5000;
  const overrides = { http_reader: "node" } as const;
  expect((await runRandomCalls({ engine: "sqlite", requests, seed: 3, overrides })).total).toBeGreaterThanOrEqual(
    requests,
  );
});

describe("a planted fault is found", { timeout: 120_000 }, () => {
  afterEach(() => vi.restoreAllMocks());

  const dice = ENTRIES.filter(({ method }) => method.name === "sendDice");
  const [entry] = dice as [(typeof dice)[number]];
  const plan: RandomCalls = { engine: "memory", requests: 1500, seed: 4, entries: dice };

  test("a fault in every call", async () => {
    vi.spyOn(entry.method, "run").mockRejectedValue(new Error("planted"));
    await expect(runRandomCalls(plan)).rejects.toThrow(/^a fault of the service's own: .*sendDice.* → 500 /s);
  });

  test("a fault after parsing and authorization, caused by a rare parameter", async () => {
    const { run } = entry.method;
    vi.spyOn(entry.method, "run").mockImplementation((call, params: { protect_content?: boolean }, prepared) => {
      if (params.protect_content === true) throw new Error("planted");
      return run(call, params as never, prepared);
    });
    await expect(runRandomCalls(plan)).rejects.toThrow(/^a fault of the service's own: .*protect_content.* → 500 /s);
  });

  test("an undeclared code", async () => {
    const silent = dice.map((each) => ({ ...each, method: { ...each.method, codes: [] } }));
    await expect(runRandomCalls({ ...plan, entries: silent })).rejects.toThrow(
      /^the method does not declare it: .* → 40/s,
    );
  });

  test("a method that never succeeds, and one that is not called", async () => {
    vi.spyOn(entry.method, "run").mockImplementation(() => refuse("CHAT_NOT_FOUND"));
    const tally = await runRandomCalls({ ...plan, requests: 300 });
    expect(tally.missing(["bot sendDice", "bot sendNothing"], 1)).toEqual([
      expect.stringMatching(/^bot sendDice was done 0 times of \d+, less than 10 %$/),
      "bot sendNothing was asked 0 times, less than 1",
    ]);
  });
});
