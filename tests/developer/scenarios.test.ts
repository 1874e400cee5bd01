/** Scenarios of developer mode: what was recorded of people and a grammY bot is played to the bot again. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { SAMPLE_PHOTO } from "../../testkit/people/files.ts";
import { startWorld, WORLD, type Json, type TestService } from "../support/service.ts";
import { develop } from "./developer-calls.ts";
import { newWorld } from "./developer-worlds.ts";
import { runScenarioBot, type Sayings } from "./scenario-bot.ts";

let t: TestService;
let stop: (() => Promise<void>) | undefined;
beforeEach(async () => {
  t = await startWorld("memory", WORLD, { developer: true });
});
afterEach(async () => {
  await stop?.();
  stop = undefined;
  await t.stop();
});

async function runBot(sayings: Sayings = {}, token = t.token("guard_bot")): Promise<void> {
  await stop?.();
  stop = runScenarioBot(t.url, token, sayings);
}

/** Waits until a bot's call has been answered. */
async function answered(method: string, count = 1): Promise<void> {
  for (let after: number | undefined = 0, seen = 0; seen < count;) {
    const { calls, revision }: Json = await develop(t, "listCalls", { api: "bot", method, after, timeout: 50 });
    seen += calls.length;
    after = revision;
  }
}

const scenario = async (): Promise<Json> => (await develop(t, "getScenario")).scenario;
const replay = (content: object, limits: object = { quiet: 0 }): Promise<Json> =>
  develop(t, "replayScenario", { content, ...limits });

async function buy(): Promise<void> {
  const chat_id = t.id("guard_bot");
  await t.as("alice", "startBot", { user_id: chat_id });
  await answered("sendMessage");
  const { messages } = await t.as("alice", "getHistory", { chat_id });
  const { message_id, reply_markup } = messages.at(-1);
  const [{ callback_data }] = reply_markup.inline_keyboard[0];
  await t.as("alice", "pressButton", { chat_id, message_id, callback_data });
  await answered("editMessageText");
}

const BOUGHT = {
  scenario: 1,
  steps: [
    {
      person: "alice",
      does: "startBot",
      with: { user_id: "guard_bot" },
      answers: [
        {
          bot: "guard_bot",
          calls: "sendMessage",
          with: {
            chat_id: "alice",
            text: "Welcome!",
            reply_markup: {
              inline_keyboard: [
                [
                  { text: "Buy", callback_data: expect.stringMatching(/^buy:/) },
                  { text: "Leave", callback_data: "leave" },
                ],
              ],
            },
          },
        },
      ],
    },
    {
      person: "alice",
      does: "pressButton",
      with: { chat_id: "guard_bot", message_id: "step 1 guard_bot", button: "Buy" },
      answers: [
        { bot: "guard_bot", calls: "answerCallbackQuery", with: { callback_query_id: "step 2" } },
        {
          bot: "guard_bot",
          calls: "editMessageText",
          with: { chat_id: "alice", message_id: "step 1 guard_bot", text: "Bought for Alice" },
        },
      ],
    },
  ],
};

/** The scenario with a pattern in place of what the bot makes at random. */
function withPattern(recorded: Json): Json {
  const copy = structuredClone(recorded);
  const [[button]] = copy.steps[0].answers[0].with.reply_markup.inline_keyboard;
  button.callback_data = { matches: "buy:.*" };
  return copy;
}

describe("a conversation with buttons", () => {
  test("is recorded with names in place of ids, and equal when it is played again", async () => {
    await runBot();
    await buy();
    const recorded = await scenario();
    expect(recorded).toEqual(BOUGHT);

    const strict = await replay(recorded);
    expect(strict.is_equal).toBe(false);
    expect(strict.steps[0].answers[0].differences).toEqual([
      {
        path: "with.reply_markup.inline_keyboard[0][0].callback_data",
        recorded: expect.stringMatching(/^buy:/),
        actual: expect.stringMatching(/^buy:/),
      },
    ]);
    const again = await replay(withPattern(recorded));
    expect(again).toMatchObject({ is_equal: true, steps: [{ outcome: "played" }, { outcome: "played" }] });
    expect(again.steps[1].answers.map(({ outcome }: Json) => outcome)).toEqual(["equal", "equal"]);
    expect(again).not.toHaveProperty("stopped");
  });

  test("a bot that answers differently: what has changed, is missing, and is new", async () => {
    await runBot();
    await buy();
    const recorded = withPattern(await scenario());
    await runBot({ bought: "Sold out", isChatty: true });
    const { is_equal, steps } = await replay(recorded);
    expect(is_equal).toBe(false);
    expect(steps[0].answers).toMatchObject([
      { outcome: "equal" },
      { outcome: "extra", actual: { bot: "guard_bot", calls: "sendMessage", with: { text: "By the way …" } } },
    ]);
    expect(steps[1].answers).toMatchObject([
      { outcome: "equal", recorded: { calls: "answerCallbackQuery" } },
      {
        outcome: "changed",
        differences: [{ path: "with.text", recorded: "Bought for Alice", actual: "Sold out for Alice" }],
      },
    ]);
  });

  test("what came before a revision is left out, but for the buttons of its messages", async () => {
    await runBot();
    const chat_id = t.id("guard_bot");
    await t.as("alice", "startBot", { user_id: chat_id });
    await answered("sendMessage");
    const { revision } = await develop(t, "getScenario");
    const { messages } = await t.as("alice", "getHistory", { chat_id });
    const { message_id } = messages.at(-1);
    await t.as("alice", "pressButton", { chat_id, message_id, callback_data: "leave" });
    await answered("editMessageText");
    const { scenario: recorded } = await develop(t, "getScenario", { after: revision });
    expect(recorded.steps).toMatchObject([
      { does: "pressButton", with: { message_id, button: "Leave" }, answers: [{}, { with: { message_id } }] },
    ]);
  });
});

test("what is shared by buttons that ask for it, by names", async () => {
  await runBot({ buttons: false });
  const bot_id = t.id("guard_bot");
  await t.as("alice", "startBot", { user_id: bot_id });
  await answered("sendMessage", 1);
  await t.as("alice", "sendMessage", { chat_id: bot_id, text: "share" });
  await answered("sendMessage", 2);
  const { messages } = await t.as("alice", "getHistory", { chat_id: bot_id });
  const button = { bot_id, message_id: messages.at(-1).message_id };
  await t.as("alice", "shareUsers", { ...button, request_id: 1, user_ids: [t.id("bob"), t.id("carla")] });
  await answered("sendMessage", 3);
  await t.as("alice", "shareChat", { ...button, request_id: 2, shared_chat_id: t.id("Team") });
  await answered("sendMessage", 4);
  const recorded = await scenario();
  const named = { bot_id: "guard_bot", message_id: "step 2 guard_bot" };
  expect(recorded.steps.slice(2)).toMatchObject([
    {
      does: "shareUsers",
      with: { ...named, request_id: 1, user_ids: ["bob", "carla"] },
      answers: [{ calls: "sendMessage", with: { chat_id: "alice", text: "2 of them" } }],
    },
    {
      does: "shareChat",
      with: { ...named, request_id: 2, shared_chat_id: "team" },
      answers: [{ calls: "sendMessage", with: { chat_id: "alice", text: "There it is" } }],
    },
  ]);
  expect(await replay(recorded)).toMatchObject({ is_equal: true });
});

test("files by name and size, and dates as durations, in a group", async () => {
  await runBot();
  const form = new FormData();
  form.set("chat_id", String(t.id("Team")));
  form.set("photo", new Blob([Uint8Array.from(SAMPLE_PHOTO)]), "cat.png");
  await t.as("bob", "sendPhoto", form);
  await answered("sendDocument");
  await t.as("bob", "sendMessage", { chat_id: t.id("Team"), text: "buy spam" });
  await answered("restrictChatMember");
  const recorded = await scenario();
  const size = SAMPLE_PHOTO.length;
  expect(recorded.steps).toMatchObject([
    {
      person: "bob",
      does: "sendPhoto",
      with: { chat_id: "team" },
      files: [{ field: "photo", file_name: "cat.png", size }],
      answers: [
        { calls: "sendPhoto", with: { chat_id: "team", photo: "file of step 1", caption: "Nice" } },
        {
          calls: "sendDocument",
          with: { chat_id: "team", document: "attach://file 1" },
          files: [{ field: "file 1", file_name: "thanks.txt", size: 6 }],
        },
      ],
    },
    {
      does: "sendMessage",
      answers: [
        { calls: "deleteMessage", with: { chat_id: "team", message_id: "step 2" } },
        { calls: "restrictChatMember", with: { user_id: "bob", until_date: "in 3600 s" } },
      ],
    },
  ]);
  // Bob may not send any more.
  const failed = await replay(recorded);
  expect(failed.steps.map(({ outcome }: Json) => outcome)).toEqual(["failed", "failed"]);
  expect(failed.steps[0].problem).toMatch(/^sendPhoto was refused: /);
  expect(failed.steps[0].answers.map(({ outcome }: Json) => outcome)).toEqual(["missing", "missing"]);
  const world = await newWorld(t, { content: WORLD });
  await runBot({}, world.token("guard_bot"));
  expect(await replay(recorded, { quiet: 0, world: world.world })).toMatchObject({ is_equal: true });
});

test("topics and reactions, of which a topic is named after the step or the bot that created it", async () => {
  const [team, guard] = [t.id("Team"), "guard_bot"];
  await t.as("alice", "setForum", { chat_id: team, is_forum: true });
  const { revision } = await develop(t, "getScenario");
  await runBot();
  const { message_thread_id } = await t.as("alice", "createForumTopic", { chat_id: team, name: "Inbox" });
  await t.as("alice", "sendMessage", { chat_id: team, message_thread_id, text: "task Lamp" });
  await answered("setMessageReaction");
  const [begun] = (await t.as("alice", "getHistory", { chat_id: team })).messages.slice(-1);
  const place = { chat_id: team, message_id: begun.message_id };
  await t.as("alice", "setMessageReaction", { ...place, reaction: [{ type: "emoji", emoji: "👍" }] });
  await answered("sendMessage", 2);
  await t.as("alice", "closeForumTopic", { chat_id: team, message_thread_id: begun.message_thread_id });
  await t.as("alice", "readReactions", { chat_id: team });
  const { scenario: recorded } = await develop(t, "getScenario", { after: revision });
  const lamp = `step 2 ${guard}`;
  expect(recorded.steps).toEqual([
    { person: "alice", does: "createForumTopic", with: { chat_id: "team", name: "Inbox" } },
    {
      person: "alice",
      does: "sendMessage",
      with: { chat_id: "team", message_thread_id: "step 1", text: "task Lamp" },
      answers: [
        { bot: guard, calls: "createForumTopic", with: { chat_id: "team", name: "Lamp" } },
        { bot: guard, calls: "sendMessage", with: { chat_id: "team", message_thread_id: lamp, text: "Begun" } },
        {
          bot: guard,
          calls: "setMessageReaction",
          with: { chat_id: "team", message_id: "step 2", reaction: [{ type: "emoji", emoji: "👀" }] },
        },
      ],
    },
    {
      person: "alice",
      does: "setMessageReaction",
      with: { chat_id: "team", message_id: `${lamp} message 2`, reaction: [{ type: "emoji", emoji: "👍" }] },
      answers: [
        {
          bot: guard,
          calls: "sendMessage",
          with: { chat_id: "team", text: "Thanks", reply_parameters: { message_id: `${lamp} message 2` } },
        },
      ],
    },
    { person: "alice", does: "closeForumTopic", with: { chat_id: "team", message_thread_id: lamp } },
  ]);
  const topics = { ...WORLD.chats[0]!, topics: ["Other"] };
  const world = await newWorld(t, { content: { ...WORLD, chats: [topics, ...WORLD.chats.slice(1)] } });
  await runBot({}, world.token(guard));
  expect(await replay(recorded, { quiet: 0, world: world.world })).toMatchObject({ is_equal: true });
});

test("a draft that a person stops, by whatever id the bot gives it", async () => {
  await runBot({ buttons: false });
  const bot_id = t.id("guard_bot");
  await t.as("alice", "startBot", { user_id: bot_id });
  await answered("sendMessage");
  await t.as("alice", "sendMessage", { chat_id: bot_id, text: "stream" });
  await answered("sendMessageDraft");
  const { calls } = await develop(t, "listCalls", { method: "sendMessageDraft", with_bodies: true });
  const { draft_id } = calls[0].params;
  expect(await t.as("alice", "stopMessageGeneration", { chat_id: bot_id, bot_id, draft_id })).toBe(true);
  await answered("sendMessage", 2);
  const recorded = await scenario();
  expect(recorded.steps.at(-1)).toEqual({
    person: "alice",
    does: "stopMessageGeneration",
    with: { chat_id: "guard_bot", bot_id: "guard_bot" },
    answers: [{ bot: "guard_bot", calls: "sendMessage", with: { chat_id: "alice", text: "Stopped" } }],
  });
  expect(await replay(recorded)).toMatchObject({ is_equal: true });
  await runBot();
  const vain = { scenario: 1, steps: [recorded.steps.at(-1)] };
  const { steps } = await replay(vain, { quiet: 0, timeout: 0.2 });
  expect(steps[0]).toMatchObject({ outcome: "failed", problem: "the bot shows no draft that can be stopped" });
});

test("a rich message is an answer with its blocks", async () => {
  await t.as("alice", "sendMessage", { chat_id: t.id("guard_bot"), text: "report" });
  const rich_message = { blocks: [{ type: "heading", text: "Sales", size: 1 }] };
  await t.ok("guard_bot", "sendRichMessage", { chat_id: t.id("alice"), rich_message });
  const { steps } = await scenario();
  expect(steps[0].answers).toEqual([
    { bot: "guard_bot", calls: "sendRichMessage", with: { chat_id: "alice", rich_message } },
  ]);
});

test("a scenario that cannot be played", async () => {
  const step = { person: "alice", does: "startBot", with: { user_id: "guard_bot" } };
  const refused = async (content: object, params: object = {}) =>
    (await t.post("/developer/replayScenario", { content, ...params })).body.description;
  expect(await refused({ scenario: 2, steps: [step] })).toContain(
    "scenario: expected 1, the version of this form; found 2",
  );
  expect(await refused({ scenario: 1, steps: [] })).toContain("steps: expected a list of 1 to 1000 steps; found []");
  expect(await refused({ scenario: 1, steps: [{ ...step, person: "zoe" }] })).toContain(
    "step 1: there is nobody called zoe",
  );
  expect(await refused({ scenario: 1, steps: [{ ...step, does: "signOut" }] })).toContain(
    "people have no step signOut",
  );
  const answers = [{ bot: "guard_bot", calls: "sendMessage", with: { text: { matches: "(" } } }];
  expect(await refused({ scenario: 1, steps: [{ ...step, answers }] })).toContain(
    "steps[0].answers[0].with.text.matches: expected a regular expression",
  );
  expect(await refused({ scenario: 1, steps: [step] }, { timeout: 601 })).toContain("0 to 600 seconds are expected");
  await develop(t, "setRecording", { bodies: false });
  expect(await refused({ scenario: 1, steps: [step] })).toContain("setRecording turns that on");
});

test("a bot that does not run ends the replay, and one that does not answer is waited for", async () => {
  const step = { person: "alice", does: "startBot", with: { user_id: "guard_bot" } };
  const answers = [{ bot: "guard_bot", calls: "sendMessage", with: { chat_id: "alice", text: "Hi" } }];
  const content = { scenario: 1, steps: [{ ...step, answers }, step] };
  const silent = await replay(content, { timeout: 0.1 });
  expect(silent).toMatchObject({
    is_equal: false,
    stopped: "guard_bot has not fetched its update within 0.1 s: does it run?",
    steps: [{ outcome: "played", answers: [{ outcome: "missing" }] }, { outcome: "not_played" }],
  });
  const bot = t.token("guard_bot");
  await t.updates("guard_bot");
  const playing = replay(content, { timeout: 2, quiet: 0 });
  for (let offset = 0, seen = 0; seen < 2;) {
    const { result } = (await t.post(`/bot${bot}/getUpdates`, { offset, timeout: 50 })).body;
    seen += result.length;
    offset = (result.at(-1)?.update_id ?? offset - 1) + 1;
    await t.post(`/bot${bot}/getUpdates`, { offset });
  }
  expect(await playing).toMatchObject({ steps: [{ problem: "waited 2 s for an answer" }, { outcome: "played" }] });
});
