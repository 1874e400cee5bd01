/** The tests of the moderation bot, with node:test. */
import { expect, startHeliogram } from "@heliogram/testkit";
import assert from "node:assert";
import { test } from "node:test";
import { createBot } from "./bot.js";

const LINK = "Look: https://example.org";

/** A group of Alice with Bob and the bot, which has these rights. */
async function startGroup(rights = "all") {
  const guard = { username: "guard_bot", status: "administrator", rights };
  const h = await startHeliogram({
    people: ["alice", "bob", "carol"],
    bots: [{ name: "Guard", username: "guard_bot", privacy: false }],
    chats: [{ title: "Team", creator: "alice", members: ["bob", guard] }],
  });
  h.run(createBot(h.bot().token, h.url));
  return h;
}

test("welcomes new members", async () => {
  await using h = await startGroup();
  await h.person("alice").add("carol", { to: "Team" });
  await expect(h.bot()).toReply("Welcome, Carol! No links, please.", { to: "Team" });
});

test("deletes links of members, and no other messages", async () => {
  await using h = await startGroup();
  const bob = h.person("bob");
  const link = await bob.send(LINK, { to: "Team" });
  await expect(h.bot()).toDelete(link);
  await expect(h.bot()).toReply("Bob, no links here (1 of 3).");
  await bob.send("Sorry", { to: "Team" });
  await h.person("alice").send(LINK, { to: "Team" });
  await expect(h.bot()).not.toDelete();
});

test("mutes for an hour after the third link", async () => {
  await using h = await startGroup();
  const bob = h.person("bob");
  for (let n = 0; n < 3; n++) await bob.send(LINK, { to: "Team" });
  await expect(h.bot()).toReply("Bob may not write for an hour.");
  await assert.rejects(bob.send("Hello?", { to: "Team" }), { error_code: 403 });
  await h.clock.advance("1h");
  await bob.send("I have learned my lesson", { to: "Team" });
});

test("says which rights it needs", async () => {
  await using h = await startGroup("none");
  await h.person("bob").send(LINK, { to: "Team" });
  await expect(h.bot()).toReply(/^I need the rights/, { to: "Team" });
});
