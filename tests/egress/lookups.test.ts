/** Lookups of host names: no account waits for names of another, and none is waited for without end. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Lookups } from "heliogram/egress/lookup.ts";
import { manualClock, type ManualClock } from "heliogram/ports/clock.ts";

const ADDRESS = { address: "192.0.2.1", family: 4 };
const [MALLORY, ALICE] = [1, 2];

describe("lookups", () => {
  let clock: ManualClock;
  let lookups: Lookups;
  /** What was looked up, in order. */
  let looked: string[];
  /** Names of these beginnings are never answered, or have no address. */
  beforeEach(() => {
    clock = manualClock(0);
    looked = [];
    lookups = new Lookups(async (name) => {
      looked.push(name);
      if (name.startsWith("slow")) return new Promise(() => {});
      if (name.startsWith("fails")) throw Object.assign(new Error("the server failed"), { code: "ESERVFAIL" });
      return name.startsWith("none") ? [] : [ADDRESS];
    }, clock);
  });
  afterEach(() => lookups.close());

  const outcome = (name: string, account_id: number) =>
    lookups.find(name, account_id).then(
      () => "found",
      (error: Error) => error.message,
    );
  const settle = () => new Promise<void>((soon) => setImmediate(soon));

  test("names that are not answered do not delay those of another account", async () => {
    const slow = Array.from({ length: 100 }, (_, n) => outcome(`slow${n}.example`, MALLORY));
    expect(await outcome("good.example", ALICE)).toBe("found");
    // Of one account, a few are looked up at a time.
    expect(looked.length).toBeLessThan(20);
    for (let n = 0; n < 20; n += 1) {
      clock.advance(5000);
      await settle();
    }
    expect(new Set(await Promise.all(slow))).toEqual(new Set(["the name of the host cannot be looked up"]));
    expect(await outcome("good.example", MALLORY)).toBe("found");
    expect(clock.timers).toBeLessThanOrEqual(100);
  });

  test("accounts take turns where very many look up names", async () => {
    const slow = Array.from({ length: 40 }, (_, n) => n + 10).flatMap((account_id) =>
      Array.from({ length: 50 }, (_, n) => outcome(`slow${n}.${account_id}.example`, account_id)),
    );
    expect(looked.length).toBeLessThanOrEqual(256);
    const good = outcome("good.example", ALICE);
    clock.advance(5000);
    expect(await good).toBe("found");
    for (let n = 0; n < 20; n += 1) {
      clock.advance(5000);
      await settle();
    }
    await Promise.all(slow);
  });

  test("what waits is limited for each account", async () => {
    const all = Array.from({ length: 300 }, (_, n) => outcome(`slow${n}.example`, MALLORY));
    expect(await Promise.race([all.at(-1), settle()])).toBe("too many names of hosts are being looked up");
    expect(await outcome("good.example", ALICE)).toBe("found");
  });

  test.each([
    ["slow.example", "the name of the host cannot be looked up", 30_000],
    ["fails.example", "the name of the host cannot be looked up", 10_000],
    ["none.example", "the name of the host is not known", 10_000],
  ])("%s is not looked up again for a while", async (name, sentence, kept_ms) => {
    const first = outcome(name, ALICE);
    await settle();
    if (name.startsWith("slow")) clock.advance(5000);
    expect(await first).toBe(sentence);
    expect([await outcome(name, ALICE), await outcome(name, MALLORY)]).toEqual([sentence, sentence]);
    clock.advance(kept_ms - 1);
    expect(await outcome(name, ALICE)).toBe(sentence);
    expect(looked).toEqual([name]);
    clock.advance(1);
    void outcome(name, ALICE);
    await settle();
    expect(looked).toEqual([name, name]);
  });

  test("failures that are remembered are limited", async () => {
    for (let n = 0; n < 1200; n += 1) await outcome(`none${n}.example`, MALLORY);
    expect(clock.timers).toBeLessThanOrEqual(1000);
    clock.advance(10_000);
    expect(clock.timers).toBe(0);
  });

  test("a name that several look up at once is looked up once, however many names of others wait", async () => {
    for (let n = 0; n < 100; n += 1) void outcome(`slow${n}.example`, MALLORY);
    void outcome("good.example", MALLORY);
    expect(await Promise.all([outcome("good.example", ALICE), outcome("good.example", ALICE)])).toEqual([
      "found",
      "found",
    ]);
    expect(looked.filter((name) => name === "good.example")).toHaveLength(1);
  });
});
