/** The tests of the shop, with vitest. */
import { startHeliogram } from "@heliogram/testkit";
import "@heliogram/testkit/vitest";
import { expect, test } from "vitest";
import { createBot } from "./bot.js";

/** A shop of Bob's, which Alice has entered. */
async function startShop() {
  const h = await startHeliogram({ people: ["alice", "bob"], bots: ["shop_bot"] });
  const [alice, bob] = h.people;
  h.run(createBot(h.bot().token, { apiRoot: h.url, owner_id: bob.id }));
  for (const each of [bob, alice]) {
    await each.send("/start");
    await expect(h.bot()).toReply("What can we do for you?", { to: each });
  }
  return { h, bot: h.bot(), alice, bob };
}

test("an order", async () => {
  const { h, bot, alice, bob } = await startShop();
  await using _world = h;
  await alice.tap("Order");
  await expect(bot).toReply("Your basket is empty.", { keyboard: [["Tea (4 €)", "Cake (6 €)"], ["Pay"]] });
  await alice.tap("Tea (4 €)");
  await expect(bot).toAnswerCallback("Tea added", { to: alice });
  await expect(bot).toEdit("Tea: 4 €", { to: alice });
  await alice.tap("Cake (6 €)");
  await expect(bot).toEdit("Tea, Cake: 10 €", { to: alice });
  await alice.tap("Pay");
  await expect(bot).toReply("Which number can we call?", { keyboard: [["My number"]] });
  await alice.tap("My number");
  await expect(bot).toReply("Thank you! We call you.", { to: alice });
  await expect(bot).toReply(/^New order: Tea, Cake: 10 €, \+\d+$/, { to: bob });
});

test("an empty basket is not paid", async () => {
  const { h, bot, alice } = await startShop();
  await using _world = h;
  await alice.tap("Order");
  await alice.tap("Pay");
  await expect(bot).toAnswerCallback("Your basket is empty", { alert: true });
  await expect(bot).not.toReply(/number/);
});

test("a photo of what is broken", async () => {
  const { h, bot, alice } = await startShop();
  await using _world = h;
  await alice.tap("Something is broken");
  await expect(bot).toReply("Please send a photo.");
  await alice.sendPhoto();
  await expect(bot).toReply(/^We are sorry/, { to: alice });
});

test("the owner is told of an order although messages are sent too fast", async () => {
  const { h, bot, alice, bob } = await startShop();
  await using _world = h;
  await h.faults.next("sendMessage", 429, { chat: bob, retryAfter: 1 });
  await alice.tap("Order");
  await alice.tap("Tea (4 €)");
  await alice.tap("Pay");
  await alice.tap("My number");
  await expect(bot).toReply(/^New order: Tea: 4 €/, { to: bob });
});
