/** Saved states of a test's world, and copies of it, with a bot of grammY that goes on. */
import { startHeliogram, type Heliogram } from "@heliogram/testkit";
import "@heliogram/testkit/vitest";
import { expect, test } from "vitest";
import { shopBot } from "./shop-bot.ts";

/** No test depends on how fast the machine is. */
const PATIENT = { timeout: 30_000 };

async function ordering(): Promise<Heliogram> {
  const h = await startHeliogram(PATIENT);
  h.run(shopBot(h.bot().token, h.url));
  await h.person("alice").send("/start");
  await expect(h.bot()).toReply(/Welcome/);
  await h.person("alice").send("Order");
  await expect(h.bot()).toReply("Really?");
  return h;
}
const textsOf = async (h: Heliogram) => (await h.person("alice").messages()).map(({ text }) => text);

test("a world is set back to a snapshot, and its bot goes on", async () => {
  await using h = await ordering();
  const [bot, alice] = [h.bot(), h.person("alice")];
  await expect(bot).not.toReply();
  expect(await h.snapshots.save("ordering")).toMatchObject({ snapshot: "ordering" });
  const before = await textsOf(h);
  const friends = await alice.createGroup("Friends", ["bob"]);
  await alice.tap("Yes");
  await expect(bot).toEdit("Your order is on its way");
  await h.faults.next("sendMessage", 500);

  await h.snapshots.restore("ordering");
  expect(await h.transcript()).toBe("(set back to the snapshot ordering)");
  expect(await textsOf(h)).toEqual(before);
  expect(await h.faults.list()).toEqual([]);
  expect(h.chats).toEqual([]);
  await expect(alice.send("Hello", { to: friends })).rejects.toMatchObject({ error_code: 404 });
  // What the bot did before does not count.
  await expect(bot).not.toEdit("Your order is on its way");
  await alice.tap("Yes");
  await expect(bot).toAnswerCallback("Ordered", { to: alice });
  await expect(bot).toEdit("Your order is on its way");
  expect(await h.transcript()).toMatch(/^\(set back to the snapshot ordering\)\n[^]*presses the button "yes"/);
});

test("a world is set back to its beginning", async () => {
  await using h = await ordering();
  await h.reset();
  expect(await h.transcript()).toBe("(set back to its beginning)");
  expect(await textsOf(h)).toEqual([]);
  await h.person("alice").send("/start");
  await expect(h.bot()).toReply(/Welcome/);
});

test("the group that a snapshot has is known again", async () => {
  await using h = await startHeliogram(PATIENT);
  const alice = h.person("alice");
  await alice.createGroup("Friends");
  await h.snapshots.save("grouped");
  await h.reset();
  expect(() => h.chat("Friends")).toThrow("the world has no chat Friends; it has none");
  await h.snapshots.restore("grouped");
  await alice.send("Hello", { to: "Friends" });
  expect((await h.snapshots.list()).map(({ snapshot }) => snapshot)).toEqual(["grouped"]);
  await expect(h.snapshots.restore("other")).rejects.toMatchObject({ error_code: 404, method: "restoreSnapshot" });
});

test("a copy goes its own way, with a bot of its own", async () => {
  await using h = await ordering();
  await expect(h.bot()).not.toReply();
  await h.snapshots.save("ordering");
  await h.person("alice").tap("No");
  {
    await using copy = await h.fork({ snapshot: "ordering" });
    expect(copy.bot().id).toBe(h.bot().id);
    expect(copy.bot().token).not.toBe(h.bot().token);
    copy.run(shopBot(copy.bot().token, copy.url));
    await copy.person("alice").tap("Yes");
    await expect(copy.bot()).toEdit("Your order is on its way");
    expect(await textsOf(h)).toContain("Really?");
  }
  const copy = await h.fork();
  expect(await textsOf(copy)).toEqual(await textsOf(h));
  await h.close();
  await expect(copy.person("alice").messages()).rejects.toMatchObject({ error_code: 401 });
});

test("an exported world can be made again", async () => {
  await using h = await startHeliogram({ ...PATIENT, people: ["alice", "bob"], bots: ["shop_bot"] });
  await h.person("alice").createGroup("Friends", ["bob"]);
  const content = await h.export();
  await using again = await startHeliogram({ ...PATIENT, ...content });
  expect(again.people.map(({ username }) => username)).toEqual(["alice", "bob"]);
  await again.person("bob").send("Hello", { to: "Friends" });
});
