/** The linter of developer mode: each rule finds its mistake, and nothing where there is none. */
import { autoRetry } from "@grammyjs/auto-retry";
import { Bot } from "grammy";
import { readFileSync } from "node:fs";
import { afterEach, beforeEach, expect, test } from "vitest";
import { LINT_RULES } from "heliogram/developer/lint/lint.ts";
import { CommandFolder, PATIENCE_MS } from "../support/commands.ts";
import { startWorld, WORLD, type Json, type TestService } from "../support/service.ts";
import { develop } from "./developer-calls.ts";
import { until } from "../support/until.ts";

let t: TestService;
let bot: Bot;
let alice: number;
beforeEach(async () => {
  t = await startWorld("memory", WORLD, { developer: true });
  bot = new Bot(t.token("echo_bot"), { client: { apiRoot: t.url } });
  alice = t.id("alice");
});
afterEach(() => t.stop());

const findings = async (filter: object = {}): Promise<Json[]> => (await develop(t, "listFindings", filter)).findings;
const rules = async () => (await findings()).map(({ rule }) => rule);
const callback = (callback_data: string) => ({ reply_markup: { inline_keyboard: [[{ text: "Go", callback_data }]] } });
const press = async (callback_data: string) => {
  const { message_id } = await t.ok("echo_bot", "sendMessage", {
    chat_id: alice,
    text: "?",
    ...callback(callback_data),
  });
  return t.as("alice", "pressButton", { chat_id: t.id("echo_bot"), message_id, callback_data });
};
const take = () => t.ok("echo_bot", "getUpdates", { offset: -1 });

test("a bot without mistakes", async () => {
  await bot.api.getMe();
  await bot.api.sendMessage(alice, "hello", {
    parse_mode: "HTML",
    reply_parameters: { message_id: 1, allow_sending_without_reply: true },
  });
  await bot.api.getUpdates({ timeout: 0, allowed_updates: [] });
  expect(await findings()).toEqual([]);
});

test("callback data that is nearly too long", async () => {
  await bot.api.sendMessage(alice, "?", callback("a".repeat(50) + "123456"));
  expect(await findings()).toEqual([]);
  for (const id of ["1000001", "1000002"]) await bot.api.sendMessage(alice, "?", callback("é".repeat(25) + id));
  const button = { text: "Go", callback_data: `${"é".repeat(25)}1000003` };
  await bot.api.sendRichMessage(alice, { blocks: [{ type: "buttons", buttons: [button] }] });
  const form = new URLSearchParams({
    chat_id: String(alice),
    text: "?",
    reply_markup: JSON.stringify(callback("x".repeat(70)).reply_markup),
  });
  expect((await fetch(`${t.url}/bot${t.token("echo_bot")}/sendMessage`, { method: "POST", body: form })).status).toBe(
    400,
  );
  const [near, over, ...rest] = await findings();
  expect(near).toMatchObject({
    rule: "callback_data_near_limit",
    severity: "warning",
    bot_id: t.id("echo_bot"),
    subject: `${"é".repeat(25)}*`,
    count: 3,
    message: expect.stringContaining("has 57 of 64 bytes"),
  });
  expect(over).toMatchObject({
    subject: "x".repeat(70),
    message: expect.stringContaining("70 of 64 bytes, so it is refused"),
  });
  expect(rest).toEqual([]);
});

test("callback queries that are not answered in time", async () => {
  const { callback_query_id } = await press("item:1");
  await take();
  await bot.api.answerCallbackQuery(callback_query_id);
  await press("item:2");
  await press("item:3");
  await take();
  const late = await press("never:4");
  await develop(t, "advanceClock", { seconds: 150 });
  expect(await findings()).toEqual([]);
  await develop(t, "advanceClock", { seconds: 1 });
  // The bot cannot answer what it has not received.
  expect(await findings()).toMatchObject([
    { rule: "callback_query_unanswered", severity: "error", subject: "item:*", count: 1, example: "update" },
  ]);
  await take();
  expect((await t.bot("echo_bot", "answerCallbackQuery", late)).status).toBe(400);
  expect((await findings()).map(({ subject, count }) => [subject, count])).toEqual([
    ["item:*", 1],
    ["never:*", 1],
  ]);
});

test("a draft without a message, and answers that grow by edits", async () => {
  const draft = (draft_id: number, text: string) =>
    bot.api.raw.sendMessageDraft({ chat_id: alice, draft_id, text, can_stop: true });
  await draft(1, "An answer");
  await bot.api.sendMessage(alice, "An answer that is whole");
  await draft(2, "Stopped");
  const stopping = { chat_id: t.id("echo_bot"), bot_id: t.id("echo_bot"), draft_id: 2 };
  expect(await t.as("alice", "stopMessageGeneration", stopping)).toBe(true);
  const { message_id } = await bot.api.sendMessage(alice, "…");
  for (const text of ["1", "2", "3", "4", "5", "6"]) await bot.api.editMessageText(alice, message_id, text);
  await develop(t, "advanceClock", { seconds: 31 });
  expect(await findings()).toEqual([]);
  for (let n = 1; n <= 6; n++) await bot.api.editMessageText(alice, message_id, "An answer ".repeat(n));
  await draft(3, "");
  const rich = (draft_id: number, type: string) =>
    bot.api.raw.sendRichMessageDraft({
      ...{ chat_id: alice, draft_id },
      rich_message: { blocks: [{ type, text: "Lost" } as { type: "paragraph"; text: string }] },
    });
  await rich(4, "thinking");
  await rich(4, "paragraph");
  expect(await rules()).toEqual(["streaming_by_edits"]);
  await develop(t, "advanceClock", { seconds: 31 });
  expect(await findings()).toMatchObject([
    { rule: "draft_without_message", severity: "warning", count: 1 },
    { rule: "streaming_by_edits", severity: "info", count: 1 },
  ]);
});

test("a message in another topic takes the place of no draft", async () => {
  const { chat } = await t.as("alice", "createChat", { type: "supergroup", title: "Tasks" });
  const chat_id = chat.id;
  await t.as("alice", "addMember", { chat_id, user_id: t.id("echo_bot") });
  await t.as("alice", "setForum", { chat_id, is_forum: true });
  const { message_thread_id } = await t.as("alice", "createForumTopic", { chat_id, name: "One" });
  const draft = (more: object) => bot.api.raw.sendMessageDraft({ chat_id, draft_id: 1, text: "An answer", ...more });
  await draft({ message_thread_id });
  await draft({});
  const { message_id } = await bot.api.sendMessage(chat_id, "done", { message_thread_id });
  await bot.api.sendMessage(chat_id, "done in General");
  // The response to a copy does not name the topic.
  await draft({ message_thread_id });
  await bot.api.copyMessage(chat_id, chat_id, message_id, { reply_parameters: { message_id } });
  await develop(t, "advanceClock", { seconds: 31 });
  expect(await rules()).toEqual([]);
  await draft({ message_thread_id });
  await bot.api.sendMessage(chat_id, "beside it");
  await develop(t, "advanceClock", { seconds: 31 });
  expect(await rules()).toContain("draft_without_message");
});

test("calls before retry_after is over", async () => {
  const send = (chat_id: number) => bot.api.sendMessage(chat_id, "again").catch(() => {});
  await develop(t, "addFault", { method: "sendMessage", error_code: 429, retry_after: 3600, count: 1 });
  await send(alice);
  // What is under way when the refusal arrives, another chat and another method are no mistake.
  await send(t.id("Team"));
  await bot.api.sendChatAction(alice, "typing");
  expect(await rules()).toEqual([]);
  await until(async () => {
    const found = (await rules()).includes("rate_limit_ignored");
    if (!found) await send(alice);
    return found;
  }, "the finding about the rate limit");
  expect(await findings()).toMatchObject([{ subject: "sendMessage", bot_id: t.id("echo_bot"), count: 1 }]);
});

test("a bot that waits for retry_after, by the clock of the service or by its own", async () => {
  await develop(t, "addFault", { method: "sendMessage", error_code: 429, retry_after: 3600, count: 1 });
  await bot.api.sendMessage(alice, "again").catch(() => {});
  await develop(t, "advanceClock", { seconds: 3600 });
  await bot.api.sendMessage(alice, "again");
  await develop(t, "freezeClock");
  await develop(t, "addFault", { method: "sendMessage", error_code: 429, retry_after: 1, count: 1 });
  bot.api.config.use(autoRetry());
  await bot.api.sendMessage(alice, "again");
  const statuses = (await develop(t, "listCalls", { method: "sendMessage" })).calls.map(({ status }: Json) => status);
  expect(statuses).toEqual([429, 200, 429, 200]);
  expect(await findings()).toEqual([]);
});

test("parameters that are unknown, ignored here, or replaced, in calls that the bot itself has made", async () => {
  await t.ok("echo_bot", "sendMessage", {
    method: "sendMessage",
    chat_id: alice,
    text: "a",
    parsemode: "HTML",
    protect: null,
  });
  await t.ok("echo_bot", "sendMessage", { chat_id: alice, text: "a", message_effect_id: "7" });
  await t.ok("echo_bot", "sendMessage", { chat_id: alice, text: "a", reply_to_message_id: 1 });
  expect((await findings()).map(({ rule, severity, subject, count }) => [rule, severity, subject, count])).toEqual([
    ["unknown_parameter", "warning", "sendMessage parsemode", 1],
    ["unsupported_parameter", "info", "sendMessage message_effect_id", 1],
    ["replaced_parameter", "info", "sendMessage reply_to_message_id", 1],
  ]);
  const before = await findings();
  const { calls } = await develop(t, "listCalls", { method: "sendMessage" });
  for (const { id } of calls) expect(await develop(t, "repeatCall", { id })).toMatchObject({ status: 200 });
  expect(await findings()).toEqual(before);
});

test("methods that only Telegram has, or nobody", async () => {
  await bot.api.sendPoll(alice, "?", [{ text: "a" }, { text: "b" }]).catch(() => {});
  await t.bot("echo_bot", "sendMesage", { chat_id: alice });
  await t.bot("echo_bot", "getChatMembersCount", { chat_id: t.id("Team") });
  await t.bot("echo_bot", "getChat", { chat_id: 999_999 });
  await t.post("/bot1:wrong/sendPoll", {});
  expect((await findings()).map(({ rule, severity, subject }) => [rule, severity, subject])).toEqual([
    ["unsupported_method", "error", "sendPoll"],
    ["unknown_method", "error", "sendmesage"],
  ]);
});

test("a poll while a webhook is set", async () => {
  await bot.api.setWebhook("http://127.0.0.1:1/");
  expect(await findings()).toEqual([]);
  await bot.api.getUpdates().catch(() => {});
  await bot.api.deleteWebhook();
  await bot.api.getUpdates();
  expect(await findings()).toMatchObject([{ rule: "poll_with_webhook", count: 1 }]);
});

test("two polls at once", async () => {
  const first = bot.api.getUpdates({ timeout: 50 }).catch(({ error_code }) => error_code);
  await t.waiting(1);
  expect(await findings()).toEqual([]);
  const second = bot.api.getUpdates({ timeout: 50 });
  expect(await first).toBe(409);
  await t.as("alice", "sendMessage", { chat_id: t.id("echo_bot"), text: "end" });
  expect(await second).toHaveLength(1);
  expect(await findings()).toMatchObject([{ rule: "concurrent_polls", count: 1 }]);
  await develop(t, "addFault", {
    method: "getUpdates",
    error_code: 409,
    description: "Conflict: terminated by other getUpdates request",
  });
  await bot.api.getUpdates().catch(() => {});
  expect(await findings()).toMatchObject([{ rule: "concurrent_polls", count: 1 }]);
});

test("an update that is polled again and again", async () => {
  await t.as("alice", "sendMessage", { chat_id: t.id("echo_bot"), text: "hello" });
  for (let n = 0; n < 4; n++) expect(await bot.api.getUpdates()).toHaveLength(1);
  expect(await findings()).toEqual([]);
  const [update] = await bot.api.getUpdates();
  expect(await findings()).toMatchObject([
    { rule: "update_unconfirmed", example: "update", message: expect.stringContaining("by 5 polls") },
  ]);
  await bot.api.getUpdates({ offset: update!.update_id + 1 });
  expect(await findings()).toEqual([]);
});

test("findings of one bot or one rule, of another world, and without secrets", async () => {
  await t.bot("echo_bot", "sendPoll");
  await t.bot("guard_bot", t.token("guard_bot"));
  expect((await findings({ bot: "@guard_bot" })).map(({ rule }) => rule)).toEqual(["unknown_method"]);
  expect((await findings({ rule: "unsupported_method" })).map(({ bot_id }) => bot_id)).toEqual([t.id("echo_bot")]);
  expect(JSON.stringify(await findings())).not.toContain(t.token("guard_bot").toLowerCase());
  const { calls } = await develop(t, "listCalls", { method: "sendPoll" });
  expect(await findings({ bot: "echo_bot" })).toMatchObject([
    { example: "call", trace_id: calls[0].trace_id, first_at_ms: calls[0].at_ms },
  ]);
  await develop(t, "newWorld", { name: "other", content: { bots: [] } }).then(({ bots }) => expect(bots).toEqual([]));
  expect(await findings({ world: "other" })).toEqual([]);
  for (const [filter, status] of [
    [{ rule: "no_rule" }, 400],
    [{ bot: "nobody" }, 404],
    [{ bot: "alice" }, 404],
  ] as const)
    expect((await t.post("/developer/listFindings", filter)).status).toBe(status);
});

test("the reference and the guide have every rule", async () => {
  const reference = await (await fetch(`${t.url}/reference`)).text();
  const guide = readFileSync(new URL("../../docs/guides/test-bots.md", import.meta.url), "utf8");
  for (const { name } of LINT_RULES) {
    expect(reference).toContain(`<code>${name}</code>: `);
    expect(guide).toContain(`| \`${name}\``);
  }
});

test("heliogram lint", { timeout: PATIENCE_MS }, async () => {
  const folder = new CommandFolder();
  const lint = (...args: string[]) => folder.run(["lint", ...args, "--url", t.url]);
  expect(await lint()).toMatchObject({ code: 0, stdout: "", stderr: "" });
  await t.bot("echo_bot", "sendMessage", { chat_id: alice, text: "a", parsemode: "HTML" });
  const warned = await lint();
  expect([warned.code, warned.stdout]).toEqual([
    0,
    expect.stringMatching(
      /^warning {2}bot \d+ {2}unknown_parameter {2}once {2}sendMessage has no parameter parsemode.* {2}trace [0-9a-f]{32}\n$/,
    ),
  ]);
  for (let n = 0; n < 2; n++) await t.bot("echo_bot", "sendPoll");
  const failed = await lint("--bot", "echo_bot", "--rule", "unsupported_method", "--json");
  expect([failed.code, failed.stderr]).toEqual([1, ""]);
  expect(JSON.parse(failed.stdout)).toMatchObject({ severity: "error", subject: "sendPoll", count: 2 });
  await folder.close();
});

test("what of rich messages does not reach the message", async () => {
  const send = (rich_message: object) => t.ok("echo_bot", "sendRichMessage", { chat_id: alice, rich_message });
  await send({ markdown: "# A\n\n<details><summary>b</summary>c</details>\n\n![👍](tg://emoji?id=53) `<x>`" });
  await send({ html: "<ul><li><b>a</b></ul>" });
  expect(await findings()).toEqual([]);
  await send({ html: "<div><font color=red>a</font></div>" });
  await send({ markdown: "a <font>b</font> ![](https://a.example/b.png)" });
  expect((await findings()).map(({ rule, subject, count }) => [rule, subject, count])).toEqual([
    ["rich_message_loss", "<div>", 1],
    ["rich_message_loss", "<font>", 2],
    ["rich_message_loss", "media", 1],
  ]);
});
