/** Tests as node:test runs them: one that passes and one that fails. */
import { expect, startHeliogram } from "@heliogram/testkit";
import { test } from "node:test";
import { shopBot } from "./shop-bot.ts";

test("greets", async () => {
  await using h = await startHeliogram();
  h.run(shopBot(h.bot().token, h.url));
  await h.person("alice").send("/start");
  await expect(h.bot()).toReply(/Welcome/, { to: "alice" });
});

test("fails", async () => {
  await using h = await startHeliogram({ timeout: 300 });
  await h.person("alice").send("/start");
  await expect(h.bot()).toReply("Goodbye");
});
