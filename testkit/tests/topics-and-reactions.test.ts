/** Topics and reactions in tests of bots. */
import { startHeliogram, type Heliogram } from "@heliogram/testkit";
import "@heliogram/testkit/vitest";
import { expect, test } from "vitest";
import { TASK_UPDATES, taskBot } from "./task-bot.ts";

/** No test depends on how fast the machine is. */
const PATIENT = { timeout: 30_000 };

const TEAM = {
  title: "Team",
  creator: "alice",
  topics: ["Inbox", "Lunch"],
  available_reactions: ["👍", "👀", "🤔"],
  members: ["bob", { username: "test_bot", status: "administrator" as const, rights: "all" as const }],
};

function run(h: Heliogram): void {
  const bot = taskBot(h.bot().token, h.url);
  h.run({ start: () => bot.start({ allowed_updates: TASK_UPDATES }), stop: () => bot.stop() });
}

test("people write in topics, close them and find those of the bot", async () => {
  await using h = await startHeliogram({ ...PATIENT, chats: [TEAM] });
  const [bot, alice, bob] = [h.bot(), h.person("alice"), h.person("bob")];
  run(h);
  const inbox = await alice.topic("Inbox", { in: "Team" });
  await alice.send("where", { topic: inbox });
  await expect(bot).toReply("Here", { to: "Team", topic: inbox });
  await alice.send("where", { to: "Team" });
  await expect(bot).toReply("Here", { topic: 1 });
  const plans = await alice.createTopic("Plans", { in: "Team" });
  await alice.sendDocument("content", { topic: plans, caption: "a list" });
  await alice.send("draft", { topic: plans });
  await expect(bot).toSendDraft("Writing", { topic: plans });
  await expect(bot).not.toReply("Here", { topic: plans });
  const texts = (await bob.messages({ topic: plans })).map(({ text, caption }) => text ?? caption);
  expect(texts).toEqual([undefined, "a list", "draft"]);
  await alice.closeTopic(plans);
  await expect(bob.send("Hello?", { topic: plans })).rejects.toThrow("The topic is closed");
  await alice.reopenTopic(plans);
  await bob.send("task Lamp", { topic: plans });
  await expect(bot).toReact("👀", { to: "Team" });
  await bot.waitForReply("Begun", { to: "Team" });
  const lamp = await bob.topic("Lamp", { in: "Team" });
  expect((await bob.messages({ topic: lamp })).at(-1)).toMatchObject({ text: "Begun" });
  expect((await alice.topics({ in: "Team" })).map(({ topic }) => topic.name)).toEqual([
    ...["Lamp", "Plans", "General", "Inbox", "Lunch"],
  ]);
  await expect(alice.topic("Tea", { in: "Team" })).rejects.toThrow("the chat has no topic Tea; it has Lamp, Plans");
  expect(await h.transcript()).toMatch(/alice → Team, topic \d+: where/);
});

test("a message in another topic, or in none, satisfies no expectation", async () => {
  await using h = await startHeliogram({ ...PATIENT, chats: [TEAM] });
  const [bot, alice] = [h.bot(), h.person("alice")];
  run(h);
  const [inbox, lunch] = [await alice.topic("Inbox", { in: "Team" }), await alice.topic("Lunch", { in: "Team" })];
  await alice.send("where", { topic: inbox });
  await expect(bot).not.toReply("Here", { topic: lunch });
  await expect(bot).not.toReply("Here", { topic: 1 });
  await expect(expect(bot).toReply("Here", { topic: lunch, timeout: 10 })).rejects.toThrow(
    `did not reply "Here" in topic ${lunch.message_thread_id} within`,
  );
  await expect(bot).toReply("Here", { topic: inbox.message_thread_id });
});

test("reactions of people and of the bot", async () => {
  await using h = await startHeliogram({ ...PATIENT, chats: [TEAM] });
  const [bot, alice, bob] = [h.bot(), h.person("alice"), h.person("bob")];
  run(h);
  const asked = await alice.send("task Lamp", { to: "Team" });
  await expect(bot).toReact("👀", { to: "Team", message: asked });
  const begun = await bot.waitForReply("Begun");
  await expect(bot).not.toReact("👍");
  await bob.react(begun, "👍");
  await expect(bot).toReply("+👍 -", { to: "Team" });
  await bob.react(begun, ["👀", "🤔"]);
  await expect(bot).toReply("+🤔👀 -👍");
  expect(await alice.reactions(begun)).toMatchObject([
    { type: { emoji: "👀" }, user: { id: bob.id } },
    { type: { emoji: "🤔" }, user: { id: bob.id } },
  ]);
  await bob.react(begun, []);
  await expect(bot).toReply("+ -🤔👀");
  expect(await alice.reactions(begun)).toEqual([]);
  await expect(bob.react(begun, "🔥")).rejects.toThrow("available reactions do not include it");
  const other = await alice.send("forget", { to: "Team" });
  await expect(bot).toReact("", { message: other });
  await expect(bot).toReact("🤔", { message: other });
  await expect(expect(bot).toReact("👀", { message: other, timeout: 10 })).rejects.toThrow(
    `did not react with 👀 to message ${other.message_id} within`,
  );
  expect(await h.transcript()).toContain(`bob → Team: reacts with 👍 to message ${begun.message_id}`);
  expect(await h.transcript()).toContain(`test_bot → Team: takes back the reaction to message ${other.message_id}`);
});

test("topics of a private chat with a bot", async () => {
  await using h = await startHeliogram({
    ...PATIENT,
    bots: [{ name: "Tasks", username: "task_bot", topics: "people", started_by: ["alice"] }],
  });
  const [bot, alice] = [h.bot(), h.person("alice")];
  run(h);
  const question = await alice.send("task Lamp");
  await expect(bot).toReact("👀", { to: alice, message: question });
  await expect(bot).toReply("Begun", { to: alice });
  const lamp = await alice.topic("Lamp");
  const mine = await alice.createTopic("Mine");
  await alice.send("where", { topic: mine });
  await expect(bot).toReply("Here", { to: alice, topic: mine });
  expect((await alice.messages({ topic: lamp })).at(-1)!.text).toBe("Begun");
  const [reply] = (await alice.messages({ topic: mine })).slice(-1);
  await alice.react(reply!, "👍");
  await expect(bot).toReply("+👍 -", { to: "alice" });
});
