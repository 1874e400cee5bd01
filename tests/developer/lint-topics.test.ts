/** The rules of the linter about topics, reactions and kinds of updates: each finds its mistake, and nothing else. */
import { Bot } from "grammy";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startWorld, WORLD, type Json, type TestService } from "../support/service.ts";
import { develop } from "./developer-calls.ts";

let t: TestService;
let bot: Bot;
let team: number;
let inbox: number;
beforeEach(async () => {
  const [group, ...others] = WORLD.chats;
  const forum = { ...group!, topics: ["Inbox"], available_reactions: ["👍"] };
  t = await startWorld("memory", { ...WORLD, chats: [forum, ...others] }, { developer: true });
  bot = new Bot(t.token("guard_bot"), { client: { apiRoot: t.url } });
  team = t.id("Team");
  const { topics } = await t.as("alice", "listTopics", { chat_id: team });
  inbox = topics.find(({ topic }: Json) => topic.name === "Inbox").topic.message_thread_id;
});
afterEach(() => t.stop());

const findings = async (): Promise<Json[]> => (await develop(t, "listFindings")).findings;
const found = async () => (await findings()).map(({ rule, subject, count }) => [rule, subject, count]);
const say = (params: object = {}) => t.as("alice", "sendMessage", { chat_id: team, text: "hello", ...params });
const take = () => bot.api.getUpdates({ offset: -1 });
const later = () => develop(t, "advanceClock", { seconds: 31 });

test("an answer to General, after messages in topics alone", async () => {
  await bot.api.sendMessage(team, "I am here");
  await say({ message_thread_id: inbox });
  await bot.api.sendMessage(team, "before it is fetched");
  expect(await found()).toEqual([]);
  await take();
  expect(await findings()).toMatchObject([
    {
      rule: "answer_outside_topic",
      severity: "warning",
      subject: "sendMessage",
      count: 1,
      message: expect.stringContaining("Pass the message_thread_id"),
    },
  ]);
});

test("the clock stands still: ids tell what came before", async () => {
  await develop(t, "freezeClock");
  await bot.api.sendMessage(team, "I am here");
  await say({ message_thread_id: inbox });
  await take();
  expect(await found()).toEqual([]);
  const form = new FormData();
  form.set("chat_id", "@team");
  form.set("document", new Blob(["a"]), "a.txt");
  expect((await t.bot("guard_bot", "sendDocument", form)).status).toBe(200);
  expect(await found()).toEqual([["answer_outside_topic", "sendDocument", 1]]);
});

test("answers in their topic, and messages to General that are meant for it", async () => {
  const { message_id } = await say({ message_thread_id: inbox });
  await take();
  await bot.api.sendMessage(team, "named", { message_thread_id: inbox });
  await bot.api.sendMessage(team, "a summary, after the answer");
  await later();
  await say({ message_thread_id: inbox });
  await take();
  await bot.api.sendMessage(team, "replied", { reply_parameters: { message_id } });
  await later();
  await say({ message_thread_id: inbox });
  await take();
  await later();
  await bot.api.sendMessage(team, "much later");
  await say({ message_thread_id: inbox });
  await say();
  await take();
  await bot.api.sendMessage(team, "to the message in General");
  await later();
  await t.as("alice", "createForumTopic", { chat_id: team, name: "Plans" });
  await take();
  await bot.api.sendMessage(team, "A new topic!");
  expect(await found()).toEqual([]);
});

test("a button in a topic, answered by a message to General", async () => {
  const reply_markup = { inline_keyboard: [[{ text: "Go", callback_data: "go" }]] };
  const { message_id } = await bot.api.sendMessage(team, "?", { message_thread_id: inbox, reply_markup });
  await t.as("alice", "pressButton", { chat_id: team, message_id, callback_data: "go" });
  const [update] = await take();
  await bot.api.answerCallbackQuery(update!.callback_query!.id);
  await bot.api.sendMessage(team, "Gone");
  expect(await found()).toEqual([["answer_outside_topic", "sendMessage", 1]]);
});

test("General by its number, and methods of topics without the right", async () => {
  await bot.api.sendChatAction(team, "typing", { message_thread_id: 1 });
  await bot.api.closeGeneralForumTopic(team);
  expect(await found()).toEqual([]);
  await bot.api.sendMessage(team, "a", { message_thread_id: 1 }).catch(() => {});
  await bot.api.sendMessage(team, "a", { message_thread_id: 77 }).catch(() => {});
  const weak = new Bot(t.token("echo_bot"), { client: { apiRoot: t.url } });
  await weak.api.closeForumTopic(team, inbox).catch(() => {});
  await t.as("alice", "setChatPermissions", { chat_id: team, permissions: { can_send_messages: true } });
  await weak.api.createForumTopic(team, "Mine").catch(() => {});
  await develop(t, "addFault", {
    method: "createForumTopic",
    error_code: 403,
    description: "not enough rights to create a topic",
  });
  await bot.api.createForumTopic(team, "Mine").catch(() => {});
  expect(await found()).toEqual([
    ["general_topic_named", "sendMessage", 1],
    ["topic_right_missing", "closeForumTopic", 1],
    ["topic_right_missing", "createForumTopic", 1],
  ]);
});

test("reactions that are refused", async () => {
  const { message_id } = await say();
  const react = (...emoji: string[]) =>
    t.bot("guard_bot", "setMessageReaction", {
      chat_id: team,
      message_id,
      reaction: emoji.map((each) => ({ type: "emoji", emoji: each })),
    });
  await react("👍");
  await react();
  expect(await found()).toEqual([]);
  await react("🔥");
  await react("🔥");
  await react("A");
  await react("👍", "👎");
  expect((await findings()).map(({ rule, severity, subject, count }) => [rule, severity, subject, count])).toEqual([
    ["reaction_refused", "error", "REACTION_INVALID: 🔥 is not among the available reactions of the chat", 2],
    ["reaction_refused", "error", "REACTION_INVALID: the emoji is not one of the 73 reactions", 1],
    ["reaction_refused", "error", "REACTIONS_TOO_MANY: at most 1 can be set on a message", 1],
  ]);
});

test("reactions that only an administrator would get", async () => {
  const { message_id } = await say();
  const reaction = [{ type: "emoji", emoji: "👍" }];
  await t.as("bob", "setMessageReaction", { chat_id: team, message_id, reaction });
  await bot.api.getUpdates({ allowed_updates: ["message_reaction"] });
  await t.as("carla", "setMessageReaction", { chat_id: team, message_id, reaction });
  // Of two bots, echo_bot is no administrator, and has asked for nothing yet.
  expect(await found()).toEqual([]);
  await t.ok("echo_bot", "getUpdates", { allowed_updates: ["message_reaction"] });
  await t.as("bob", "setMessageReaction", { chat_id: team, message_id, reaction: [] });
  expect(await findings()).toMatchObject([
    { rule: "reactions_without_rights", severity: "warning", bot_id: t.id("echo_bot"), example: "update", count: 1 },
  ]);
});

test("kinds of update that do not exist", async () => {
  await bot.api.getUpdates({ allowed_updates: ["message", "poll_answer", "business_message", "chat_boost"] });
  await t.ok("guard_bot", "getUpdates", { allowed_updates: ["Message_Reaction"] });
  expect(await found()).toEqual([]);
  await t.ok("guard_bot", "getUpdates", { allowed_updates: ["message", "message_reactions"] });
  const form = new URLSearchParams({ url: "", allowed_updates: JSON.stringify(["reaction", "message"]) });
  await fetch(`${t.url}/bot${t.token("guard_bot")}/setWebhook`, { method: "POST", body: form });
  expect(await found()).toEqual([
    ["unknown_update_kind", "message_reactions", 1],
    ["unknown_update_kind", "reaction", 1],
  ]);
});
