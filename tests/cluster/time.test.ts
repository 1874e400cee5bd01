/** Nodes whose clocks disagree by days: expiry goes by the time of the database. */
import { afterEach, beforeEach, expect, inject, test } from "vitest";
import { manualClock } from "heliogram/ports/clock.ts";
import { startNodes, type TestNodes } from "../support/nodes.ts";
import { START_S, type TestService } from "../support/service.ts";

const DAYS_MS = 3 * 24 * 60 * 60_000;

let nodes: TestNodes;
let a: TestService;
let ahead: TestService;
let behind: TestService;

beforeEach(async (context) => {
  if (inject("postgresUrl") === "") return context.skip();
  nodes = await startNodes(1, undefined, { database_time: true });
  [a] = nodes.running as [TestService];
  ahead = await nodes.add({ clock: manualClock(START_S * 1000 + DAYS_MS) });
  behind = await nodes.add({ clock: manualClock(START_S * 1000 - DAYS_MS) });
});
afterEach(() => nodes?.stop());

test("an update that one node makes is not expired on a node whose clock is days ahead", async () => {
  await a.as("bob", "sendMessage", { chat_id: a.id("Team"), text: "/made by a" });
  await behind.as("bob", "sendMessage", { chat_id: a.id("Team"), text: "/made by the one behind" });
  const updates = await ahead.updates("guard_bot");
  expect(updates.map(({ message }) => message.text)).toEqual(["/made by a", "/made by the one behind"]);
});
