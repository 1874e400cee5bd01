/** Which messages a bot may forward, copy, pin and reply to: those it could receive (behaviour.md §4). */
import { afterEach, describe, expect, test } from "vitest";
import { engineIndependent, startWorld, type Answer, type Json, type TestService } from "../support/service.ts";

const NOWHERE = 9_999;

describe.each(engineIndependent())("messages visible to bots on %s", (engine) => {
  let t: TestService;
  let team: number;
  const begin = async () => {
    t = await startWorld(engine);
    team = t.id("Team");
    await t.as("alice", "setChatPermissions", {
      chat_id: team,
      permissions: { can_send_other_messages: true, can_pin_messages: true, can_invite_users: true },
    });
    await t.updates("echo_bot");
    await t.updates("guard_bot");
  };
  afterEach(() => t.stop());

  const say = async (who: string, text: string, more: object = {}): Promise<number> =>
    (await t.as(who, "sendMessage", { chat_id: team, text, ...more })).message_id;
  const answer = (who: string, text: string, reply_to_message_id: number) => say(who, text, { reply_to_message_id });
  const edit = (who: string, message_id: number, text: string) =>
    t.as(who, "editMessageText", { chat_id: team, message_id, text });

  /** The methods that a bot tries with a message, by name. */
  async function tries(bot: string, message_id: number): Promise<Record<string, Answer>> {
    const here = { chat_id: team, message_id };
    const abroad = { chat_id: t.id("alice"), from_chat_id: team, message_id };
    const several = { chat_id: t.id("alice"), from_chat_id: team, message_ids: [message_id] };
    const reply = (params: object) => t.bot(bot, "sendMessage", { chat_id: team, text: "ok", ...params });
    const dice = { chat_id: team, reply_to_message_id: message_id };
    return {
      forward: await t.bot(bot, "forwardMessage", abroad),
      copy: await t.bot(bot, "copyMessage", abroad),
      forwards: await t.bot(bot, "forwardMessages", several),
      copies: await t.bot(bot, "copyMessages", several),
      reply: await reply({ reply_to_message_id: message_id }),
      quote: await reply({ reply_parameters: { message_id, chat_id: team, quote: "e" } }),
      dice: await t.bot(bot, "sendDice", dice),
      pin: await t.bot(bot, "pinChatMessage", here),
    };
  }

  const outcome = ({ status, body }: Answer) => (status === 200 ? "done" : `${status} ${body.description}`);
  const outcomes = async (bot: string, id: number): Promise<Record<string, string>> =>
    Object.fromEntries(Object.entries(await tries(bot, id)).map(([name, each]) => [name, outcome(each)]));

  async function expectVisible(bot: string, id: number): Promise<void> {
    const done = Object.fromEntries(Object.keys(await outcomes(bot, NOWHERE)).map((name) => [name, "done"]));
    expect(await outcomes(bot, id)).toEqual(done);
  }

  /** An invisible message is indistinguishable from a missing one. */
  async function expectInvisible(bot: string, id: number): Promise<void> {
    expect(await outcomes(bot, id)).toEqual(await outcomes(bot, NOWHERE));
  }

  /** The ids of the messages that a bot received, including those nested in others. */
  async function received(bot: string): Promise<Set<number>> {
    const messages = (await t.updates(bot)).map((update: Json) => update.message ?? update.edited_message);
    return new Set(messages.flatMap((each: Json) => [each?.message_id, each?.reply_to_message?.message_id]));
  }

  test("exactly what a bot receives is visible to it", async () => {
    await begin();
    const own = (await t.ok("echo_bot", "sendMessage", { chat_id: team, text: "I am here" })).message_id;
    const shown = await say("bob", "the day before");
    const hidden = await say("bob", "between us");
    const ids = [
      await say("bob", "the plain text"),
      await say("bob", "/help me"),
      await say("bob", "/help@guard_bot"),
      await say("bob", "hey @echo_bot"),
      await answer("bob", "the answer to a bot", own),
      await answer("bob", "the answer to somebody", hidden),
      await answer("bob", "/keep", shown),
      shown,
      hidden,
    ];
    const others = (await t.ok("guard_bot", "sendMessage", { chat_id: team, text: "the bots /help" })).message_id;
    const got = await received("echo_bot");
    expect(ids.map((id) => got.has(id))).toEqual([false, true, false, true, true, false, true, true, false]);
    for (const id of [...ids, others]) await (got.has(id) ? expectVisible : expectInvisible)("echo_bot", id);
    await expectVisible("echo_bot", own);
    // An administrator gets people's messages, and no messages of bots.
    for (const id of ids) await expectVisible("guard_bot", id);
    const unanswered = (await t.ok("echo_bot", "sendMessage", { chat_id: team, text: "anybody there?" })).message_id;
    await expectInvisible("guard_bot", unanswered);
    await expectVisible("echo_bot", unanswered);
  });

  test("an invisible reply is dropped if allowed, and the edited text decides", async () => {
    await begin();
    const plain = await say("bob", "nobody's business");
    const params = { chat_id: team, text: "ok", reply_to_message_id: plain, allow_sending_without_reply: true };
    expect(await t.ok("echo_bot", "sendMessage", params)).not.toHaveProperty("reply_to_message");
    await edit("bob", plain, "/help");
    await expectVisible("echo_bot", plain);
    const mine = await t.ok("echo_bot", "sendMessage", { chat_id: team, text: "ok", reply_to_message_id: plain });
    expect(mine.reply_to_message).toMatchObject({ text: "/help" });
    await edit("bob", plain, "a secret");
    const edited = await t.ok("echo_bot", "editMessageText", {
      chat_id: team,
      message_id: mine.message_id,
      text: "OK",
    });
    expect(edited).not.toHaveProperty("reply_to_message");
  });

  test("messages from before a bot joined, or while it was away, are not visible", async () => {
    await begin();
    const before = await say("bob", "/before @stranger_bot");
    const add = () => t.as("alice", "addMember", { chat_id: team, user_id: t.id("stranger_bot") });
    await add();
    await t.as("alice", "startBot", { user_id: t.id("stranger_bot") });
    const meant = await say("bob", "/here @stranger_bot");
    await expectInvisible("stranger_bot", before);
    await expectVisible("stranger_bot", meant);
    await t.updates("stranger_bot");
    await edit("bob", before, "/before @stranger_bot, edited");
    expect(await received("stranger_bot")).toEqual(new Set());
    await answer("bob", "/look", before);
    await expectVisible("stranger_bot", before);

    await t.ok("stranger_bot", "leaveChat", { chat_id: team });
    const away = await say("bob", "/away @stranger_bot");
    await add();
    for (const id of [before, meant, away]) await expectInvisible("stranger_bot", id);
    expect(await outcomes("stranger_bot", NOWHERE)).toMatchObject({ forward: expect.stringMatching(/^404 .*forward/) });
  });

  test("administrators and bots without privacy mode see messages from that moment on", async () => {
    await begin();
    const privacy = (on: boolean) => t.as("alice", "editBot", { bot_id: t.id("echo_bot"), privacy: on });
    const admin = (is: boolean) =>
      t.as("alice", "promoteChatMember", { chat_id: team, user_id: t.id("echo_bot"), can_delete_messages: is });
    const turns: [string, () => Promise<unknown>, boolean][] = [
      ["as it came", async () => {}, false],
      ["without privacy mode", () => privacy(false), true],
      ["also an administrator", () => admin(true), true],
      ["an administrator in privacy mode", () => privacy(true), true],
      ["a member again", () => admin(false), false],
      ["an administrator again", () => admin(true), true],
    ];
    const ids: number[] = [];
    for (const [when, turn, reads_all] of turns) {
      await turn();
      ids.push(await say("bob", `the word ${when}`));
      expect([when, (await received("echo_bot")).has(ids.at(-1)!)]).toEqual([when, reads_all]);
      await (reads_all ? expectVisible : expectInvisible)("echo_bot", ids.at(-1)!);
      await expectInvisible("echo_bot", ids[0]!);
    }
    // Messages received as an administrator are not visible once it is a member again.
    for (const id of ids.slice(0, -1)) await expectInvisible("echo_bot", id);
  });

  test("a pinned message is shown to a bot only if it could receive it", async () => {
    await begin();
    const hidden = await say("bob", "a plan");
    await t.as("alice", "pinChatMessage", { chat_id: team, message_id: hidden });
    const pins = async (bot: string) => (await t.updates(bot)).map((update: Json) => update.message?.pinned_message);
    const [seen] = await pins("echo_bot");
    expect(seen).toEqual({ message_id: hidden, chat: expect.objectContaining({ id: team }), date: 0 });
    expect((await pins("guard_bot")).at(-1)).toMatchObject({ text: "a plan" });
    const pinnedFor = async (bot: string) => (await t.ok(bot, "getChat", { chat_id: "@team" })).pinned_message?.text;
    expect([await pinnedFor("echo_bot"), await pinnedFor("stranger_bot"), await pinnedFor("guard_bot")]).toEqual([
      undefined,
      undefined,
      "a plan",
    ]);
    const meant = await say("bob", "/plan");
    await t.as("alice", "pinChatMessage", { chat_id: team, message_id: meant });
    expect(await pins("echo_bot")).toEqual([undefined, expect.objectContaining({ text: "/plan" })]);
    expect([await pinnedFor("echo_bot"), await pinnedFor("stranger_bot")]).toEqual(["/plan", undefined]);
  });

  test("in a private chat and as a channel's administrator a bot sees all messages", async () => {
    await begin();
    const text = "to the bot";
    const { message_id } = await t.as("alice", "sendMessage", { chat_id: t.id("echo_bot"), text });
    const from = { chat_id: t.id("alice"), from_chat_id: t.id("alice"), message_id };
    expect(await t.ok("echo_bot", "forwardMessage", from)).toMatchObject({ text });
    const reply = { chat_id: t.id("alice"), text: "ok", reply_to_message_id: message_id };
    expect((await t.ok("echo_bot", "sendMessage", reply)).reply_to_message).toMatchObject({ text });
    const news = t.id("News");
    const post = await t.as("alice", "sendMessage", { chat_id: news, text: "the news" });
    const taken = { chat_id: team, from_chat_id: news, message_id: post.message_id };
    expect(await t.ok("guard_bot", "forwardMessage", taken)).toMatchObject({ text: "the news" });
    await t.as("alice", "addMember", { chat_id: news, user_id: t.id("echo_bot") });
    const next = await t.as("alice", "sendMessage", { chat_id: news, text: "/help @echo_bot" });
    const refused = await t.bot("echo_bot", "copyMessage", { ...taken, message_id: next.message_id });
    expect([refused.status, refused.body.description]).toEqual([404, "Not Found: message to copy not found"]);
  });
});
