/** Dropped worlds leave no memory behind. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { collectGarbage } from "../support/collect-garbage.ts";
import { startWorld, WORLD, type TestService } from "../support/service.ts";
import { develop } from "./developer-calls.ts";
import { newWorld } from "./developer-worlds.ts";

const WORLDS = 250;
/** A world that stays takes more. */
const MOST_BYTES_EACH = 20_000;

let t: TestService;
beforeEach(async () => {
  t = await startWorld("memory", WORLD, { developer: true });
});
afterEach(() => t.stop());

async function memory(): Promise<number> {
  // What a finished request refers to is freed in later turns.
  for (let turn = 0; turn < 10; turn++) {
    await new Promise((done) => setImmediate(done));
    collectGarbage();
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/**
 * Makes, uses and drops worlds.
 * @param keep - gets something of each
 * @returns how many of them are still in memory, and the bytes that each has left
 */
async function useWorlds(count: number, keep: (instance: object) => void = () => {}) {
  const before = await memory();
  const references: WeakRef<object>[] = [];
  for (let n = 0; n < count; n++) {
    const world = await newWorld(t, { content: WORLD });
    await world.person("bob", "sendMessage", { chat_id: world.id("Team"), text: "hello" });
    expect((await world.bot("guard_bot", "getUpdates")).body.result).toHaveLength(1);
    await develop(t, "saveSnapshot", { world: world.world, snapshot: "said" });
    await develop(t, "restoreSnapshot", { world: world.world, snapshot: "said" });
    const { instance } = t.service.worlds!.find(world.world);
    references.push(new WeakRef(instance));
    keep(instance);
    await develop(t, "dropWorld", { world: world.world });
  }
  const bytes = (await memory()) - before;
  return { alive: references.filter((each) => each.deref() !== undefined).length, bytes_each: bytes / count };
}

test("worlds that are made and dropped", { timeout: 600_000 }, async () => {
  await useWorlds(10);
  const { alive, bytes_each } = await useWorlds(WORLDS);
  // The loop's variables may still refer to the last one.
  expect(alive).toBeLessThanOrEqual(1);
  expect(bytes_each).toBeLessThan(MOST_BYTES_EACH);
});

test("the check finds a world that something refers to", async () => {
  await useWorlds(10);
  const kept: object[] = [];
  const { alive, bytes_each } = await useWorlds(20, (instance) => kept.push(instance));
  expect(alive).toBe(kept.length);
  expect(bytes_each).toBeGreaterThan(MOST_BYTES_EACH);
});
