/** sendMessageDraft and stopMessageGeneration: what people see, what bots are notified of (behaviour.md §4, §7). */
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { enginesInTurn, startWorld, type Answer, type Json, type TestService } from "../support/service.ts";
import { StreamSocket } from "../support/stream-socket.ts";
import { until } from "../support/until.ts";
import { WebSocket } from "ws";

describe.each(enginesInTurn())("streamed drafts on %s", (engine) => {
  let t: TestService;
  let team: number;
  let alice: number;
  let echo: number;
  const sockets: StreamSocket[] = [];
  let draft_id = 0;

  beforeAll(async () => {
    t = await startWorld(engine);
    [team, alice, echo] = [t.id("Team"), t.id("alice"), t.id("echo_bot")];
  });
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.close();
    t.clock.advance(60_000);
    for (const bot of ["echo_bot", "guard_bot"]) await t.updates(bot);
  });
  afterAll(() => t.stop());

  async function watch(username: string): Promise<StreamSocket> {
    const socket = new StreamSocket(t, username);
    sockets.push(socket);
    await socket.until((frame) => frame.type === "hello");
    return socket;
  }
  const draft = (params: object, bot = "echo_bot"): Promise<Answer> =>
    t.bot(bot, "sendMessageDraft", { chat_id: alice, draft_id, ...params });
  const showing = (text: string) => (frame: Json) => frame.type === "streamed_draft" && frame.text === text;
  const isEnd = (frame: Json) => frame.type === "streamed_draft_end" && frame.draft_id === draft_id;
  const stop = (who: string, params: object = {}) =>
    t.as(who, "stopMessageGeneration", { chat_id: echo, bot_id: echo, draft_id, ...params });
  const ofDrafts = ({ frames }: StreamSocket) => frames.filter(({ type }) => String(type).startsWith("streamed_draft"));

  test("a private chat shows the text as it grows, with entities, until the message", async () => {
    draft_id += 1;
    const socket = await watch("alice");
    const seqOfAlice = await t.as("alice", "getHistory", { chat_id: echo });
    expect((await draft({})).body).toEqual({ ok: true, result: true });
    await socket.until(showing(""));
    await draft({ text: "<b>The</b> answer", parse_mode: "HTML" });
    expect(await socket.until(showing("The answer"))).toEqual({
      type: "streamed_draft",
      chat_id: echo,
      user: { id: echo, is_bot: true, first_name: "Echo", username: "echo_bot" },
      draft_id,
      text: "The answer",
      entities: [{ type: "bold", offset: 0, length: 3 }],
    });
    expect(await t.as("alice", "getHistory", { chat_id: echo })).toEqual(seqOfAlice);
    const { message_id } = await t.ok("echo_bot", "sendMessage", { chat_id: alice, text: "The answer is 42" });
    await socket.until(isEnd);
    const at = socket.frames.findIndex(({ message }) => message?.message_id === message_id);
    // The message is there before the draft goes.
    expect(socket.frames.findIndex(isEnd)).toBeGreaterThan(at);
    expect(at).toBeGreaterThan(-1);
  });

  test("a rich draft has blocks, of which it alone may have a thinking one, and mentions nobody by id", async () => {
    draft_id += 1;
    const socket = await watch("alice");
    const show = (markdown: string) =>
      t.bot("echo_bot", "sendRichMessageDraft", { chat_id: alice, draft_id, rich_message: { markdown } });
    expect(
      (await show(`# Plan\n\n[Bob](tg://user?id=${t.id("bob")})\n\n<tg-thinking>On it</tg-thinking>`)).body,
    ).toEqual({
      ok: true,
      result: true,
    });
    const frame = await socket.until(showing("Plan\n\nBob\n\nOn it"));
    expect(frame.rich_message).toEqual({
      blocks: [
        { type: "heading", text: "Plan", size: 1 },
        { type: "paragraph", text: "Bob" },
        { type: "thinking", text: "On it" },
      ],
    });
    expect((await show(" ")).body.description).toBe("Bad Request: message text is empty");
    await t.ok("echo_bot", "sendRichMessage", { chat_id: alice, rich_message: { markdown: "# Plan" } });
    await socket.until(isEnd);
  });

  test("a socket that is opened gets the draft that is visible, and others nothing", async () => {
    draft_id += 1;
    await draft({ text: "early" });
    const late = await watch("alice");
    const other = await watch("bob");
    await late.until(showing("early"));
    t.clock.advance(30_000);
    expect(await late.until(isEnd)).toMatchObject({ chat_id: echo, user_id: echo, draft_id });
    const later = await watch("alice");
    await t.ok("echo_bot", "sendMessage", { chat_id: alice, text: "later" });
    await later.until(({ message }) => message?.text === "later");
    expect([ofDrafts(later), ofDrafts(other)]).toEqual([[], []]);
  });

  test("nothing is written", async () => {
    draft_id += 1;
    await draft({ text: "warm" });
    const writes = vi.spyOn(t.service.db, "write");
    for (let n = 0; n < 20; n++) await draft({ text: `text ${n}`, can_stop: true });
    expect(writes).not.toHaveBeenCalled();
    writes.mockRestore();
  });

  test("a group shows it to members, with mentions, and not to those who have left", async () => {
    const [bob, carla] = [await watch("bob"), await watch("carla")];
    const text = "Bob does it";
    const entities = [{ type: "text_mention", offset: 0, length: 3, user: { id: t.id("bob") } }];
    await draft({ chat_id: team, text: "first" }, "guard_bot");
    await bob.until(showing("first"));
    await draft({ chat_id: "@team", text, entities }, "guard_bot");
    const frame = await bob.until(showing(text));
    expect(frame).toMatchObject({ chat_id: team, user: { id: t.id("guard_bot") } });
    expect(frame.entities[0].user).toMatchObject({ id: t.id("bob"), username: "bob" });
    await carla.until(showing(text));
    await draft({ chat_id: team, text: "no mention" }, "guard_bot");
    expect((await bob.until(showing("no mention"))).entities).toBeUndefined();
    await t.as("carla", "leaveChat", { chat_id: team });
    await draft({ chat_id: team, text: "among us" }, "guard_bot");
    await bob.until(showing("among us"));
    await carla.until(({ type }) => type === "gone");
    expect(carla.frames.some(showing("among us"))).toBe(false);
    await t.as("alice", "addMember", { chat_id: team, user_id: t.id("carla") });
  });

  test("stopping notifies the bot once, and ends the draft for everybody", async () => {
    draft_id += 1;
    const [one, two] = [await watch("alice"), await watch("alice")];
    await draft({ text: "an", can_stop: true });
    expect((await one.until(showing("an"))).can_stop).toBe(true);
    expect(await stop("alice")).toBe(true);
    for (const socket of [one, two]) await socket.until(isEnd);
    expect(await stop("alice")).toBe(false);
    const [update, ...rest] = await t.updates("echo_bot");
    expect([update.stopped_message_generation, rest]).toEqual([
      { chat: { id: alice, type: "private", first_name: "Alice", username: "alice" }, draft_id },
      [],
    ]);
    expect((await draft({ text: "an answer" })).status).toBe(200);
    draft_id += 1;
    await draft({ text: "another" });
    await one.until(showing("another"));
    expect(one.frames.some(showing("an answer"))).toBe(false);
    expect(await stop("alice")).toBe(false);
  });

  test("what is kept stays when it is stopped, and cannot be stopped again", async () => {
    draft_id += 1;
    const socket = await watch("alice");
    await draft({ text: "half", can_stop: true, keep_on_stop: true });
    await socket.until(showing("half"));
    expect(await stop("alice")).toBe(true);
    await socket.until((frame) => showing("half")(frame) && frame.can_stop === undefined);
    expect(await stop("alice")).toBe(false);
    t.clock.advance(30_000);
    await socket.until(isEnd);
  });

  test("in a group, members who may write stop it, and a bot can leave the update out", async () => {
    const params = { chat_id: team, bot_id: t.id("guard_bot"), draft_id: 9 };
    const start = () => draft({ ...params, text: "x", can_stop: true }, "guard_bot");
    await start();
    expect((await t.person("dave", "stopMessageGeneration", params)).status).toBe(403);
    expect(await t.as("bob", "stopMessageGeneration", params)).toBe(true);
    const [update] = await t.updates("guard_bot");
    expect(update.stopped_message_generation).toMatchObject({ chat: { id: team }, draft_id: 9 });
    await t.ok("guard_bot", "sendMessage", { chat_id: team, text: "x" });
    await t.ok("guard_bot", "getUpdates", { allowed_updates: ["message"] });
    await start();
    expect(await t.as("bob", "stopMessageGeneration", params)).toBe(true);
    expect(await t.updates("guard_bot")).toEqual([]);
    await t.ok("guard_bot", "getUpdates", { allowed_updates: ["stopped_message_generation", "message"] });
  });

  /** A group with the bot, Bob and two topics. */
  async function forum(): Promise<{ chat_id: number; one: number; two: number; bob: StreamSocket }> {
    const { chat } = await t.as("alice", "createChat", { type: "supergroup", title: "Tasks" });
    const chat_id = chat.id;
    for (const user_id of [echo, t.id("bob")]) await t.as("alice", "addMember", { chat_id, user_id });
    await t.as("alice", "setForum", { chat_id, is_forum: true });
    const create = async (name: string): Promise<number> =>
      (await t.as("alice", "createForumTopic", { chat_id, name })).message_thread_id;
    return { chat_id, one: await create("One"), two: await create("Two"), bob: await watch("bob") };
  }

  test("a bot has a draft in each topic, which its next message there ends", async () => {
    const { chat_id, one, two, bob } = await forum();
    draft_id += 1;
    for (const message_thread_id of [one, two, undefined])
      await draft({ chat_id, message_thread_id, text: `in ${message_thread_id}`, can_stop: true });
    for (const [text, message_thread_id] of [
      [`in ${one}`, one],
      [`in ${two}`, two],
      ["in undefined", 1],
    ] as const)
      expect(await bob.until(showing(text))).toMatchObject({ chat_id, message_thread_id });
    await t.ok("echo_bot", "sendMessage", { chat_id, message_thread_id: one, text: "done" });
    expect(await bob.until(isEnd)).toMatchObject({ chat_id, message_thread_id: one });
    const params = { chat_id, bot_id: echo, message_thread_id: two, draft_id };
    expect(await t.as("bob", "stopMessageGeneration", { ...params, message_thread_id: one })).toBe(false);
    expect(await t.as("bob", "stopMessageGeneration", params)).toBe(true);
    await draft({ chat_id, text: "stopped in General", can_stop: true });
    await bob.until(showing("stopped in General"));
    expect(await t.as("bob", "stopMessageGeneration", { chat_id, bot_id: echo, draft_id })).toBe(true);
    await bob.until((frame) => isEnd(frame) && frame.message_thread_id === 1);
    draft_id += 1;
    await draft({ chat_id, text: "again in General" });
    await bob.until(showing("again in General"));
    await t.ok("echo_bot", "sendMessage", { chat_id, text: "done in General" });
    await bob.until((frame) => isEnd(frame) && frame.message_thread_id === 1);
    const update = (await t.updates("echo_bot")).find((each) => each.stopped_message_generation);
    expect(update!.stopped_message_generation).toMatchObject({
      chat: { id: chat_id },
      message_thread_id: two,
      draft_id: params.draft_id,
    });
    expect((await draft({ chat_id, message_thread_id: 424_242, text: "x" })).status).toBe(400);
  });

  test("each way to send ends the draft in the topic of the message, and no other one", async () => {
    const { chat_id, one, two, bob } = await forum();
    // The answer of a copy does not name its topic, which is that of the message it replies to.
    const { message_id } = await t.ok("echo_bot", "sendMessage", { chat_id, message_thread_id: two, text: "?" });
    const copy = { chat_id, from_chat_id: chat_id, message_id };
    for (const [method, params, message_thread_id] of [
      ["copyMessage", { ...copy, reply_parameters: { message_id } }, two],
      ["sendDice", { chat_id, reply_to_message_id: message_id }, two],
      ["copyMessage", { ...copy, message_thread_id: two }, two],
      ["copyMessages", { chat_id, from_chat_id: chat_id, message_ids: [message_id], message_thread_id: two }, two],
      ["forwardMessages", { chat_id, from_chat_id: chat_id, message_ids: [message_id] }, 1],
      ["copyMessage", copy, 1],
    ] as const) {
      draft_id += 1;
      for (const each of [one, two, 1]) await draft({ chat_id, message_thread_id: each, text: `${method} ${each}` });
      for (const each of [one, two, 1]) await bob.until(showing(`${method} ${each}`));
      const from = bob.frames.length;
      await t.ok("echo_bot", method, params);
      await bob.until((frame) => isEnd(frame) && frame.message_thread_id === message_thread_id);
      // The other topics keep theirs.
      expect(bob.frames.slice(from).filter(isEnd)).toHaveLength(1);
    }
  });

  test("General of a private chat needs no name", async () => {
    draft_id += 1;
    await t.as("alice", "editBot", { bot_id: echo, topics: "bot" });
    await t.ok("echo_bot", "createForumTopic", { chat_id: alice, name: "Task" });
    const socket = await watch("alice");
    await draft({ message_thread_id: 1, text: "in General" });
    expect(await socket.until(showing("in General"))).not.toHaveProperty("message_thread_id");
    await t.ok("echo_bot", "sendMessage", { chat_id: alice, text: "done" });
    await socket.until(isEnd);
    await t.as("alice", "editBot", { bot_id: echo, topics: "off" });
  });

  test("any send of the bot ends its draft, and an edit does not", async () => {
    const { message_id } = await t.ok("echo_bot", "sendMessage", { chat_id: alice, text: "old" });
    const socket = await watch("alice");
    for (const [method, params] of [
      ["sendDice", {}],
      ["copyMessage", { from_chat_id: alice, message_id }],
      ["forwardMessages", { from_chat_id: alice, message_ids: [message_id] }],
    ] as const) {
      draft_id += 1;
      await draft({ text: method });
      await socket.until(showing(method));
      await t.ok("echo_bot", "editMessageText", { chat_id: alice, message_id, text: `before ${method}` });
      await t.as("alice", "sendMessage", { chat_id: echo, text: method });
      expect(ofDrafts(socket).at(-1)).toMatchObject({ type: "streamed_draft" });
      await t.ok("echo_bot", method, { chat_id: alice, ...params });
      await socket.until(isEnd);
    }
  });

  test.each<[string, object, RegExp]>([
    ["draft_id 0", { draft_id: 0, text: "x" }, /^Bad Request: invalid draft_id: must not be 0$/],
    ["no draft_id", { draft_id: undefined, text: "x" }, /draft_id/],
    ["a text that is too long", { text: "x".repeat(4097) }, /^Bad Request: message is too long$/],
    ["entities that cannot be parsed", { text: "<b>x", parse_mode: "HTML" }, /can't parse entities/],
  ])("%s is refused", async (_what, params, description) => {
    draft_id += 1;
    const { status, body } = await draft(params);
    expect([status, body.description]).toEqual([400, expect.stringMatching(description)]);
  });

  test("a channel, and who sends as the group, show no drafts", async () => {
    const news = await draft({ chat_id: t.id("News"), text: "x" }, "guard_bot");
    expect([news.status, news.body.description]).toEqual([400, "Bad Request: TEXTDRAFT_PEER_INVALID"]);
    const { chat } = await t.as("alice", "createChat", { type: "supergroup", title: "Masks" });
    await t.as("alice", "addMember", { chat_id: chat.id, user_id: echo });
    await t.as("alice", "promoteChatMember", { chat_id: chat.id, user_id: echo, is_anonymous: true });
    expect((await draft({ chat_id: chat.id, text: "x" })).status).toBe(400);
  });
});

test("a client that does not read gets the newest draft when it does, and not all of them", async () => {
  const t = await startWorld("memory");
  const socket = new WebSocket(`${t.url.replace("http", "ws")}/api/stream`, {
    headers: { authorization: `Bearer ${t.accessToken("alice")}` },
  });
  const frames: Json[] = [];
  socket.on("message", (data: Buffer) => frames.push(JSON.parse(data.toString())));
  await until(() => frames.length > 0, "the first frame");
  socket.pause();
  const DRAFTS = 2000;
  const text = (n: number) => `${n} ${"\u{1f600}".repeat(4000)}`;
  for (let n = 1; n <= DRAFTS; n++)
    await t.ok("echo_bot", "sendMessageDraft", { chat_id: t.id("alice"), draft_id: 1, text: text(n) });
  socket.resume();
  await until(() => frames.at(-1)?.text === text(DRAFTS), "the newest draft");
  expect(frames.length).toBeLessThan(DRAFTS);
  socket.terminate();
  await t.stop();
});

describe("rates", () => {
  let t: TestService;
  afterEach(() => t.stop());

  /** Calls for some seconds at this rate. @returns how many were refused */
  async function refusedAt(per_s: number, seconds: number, call: (n: number) => Promise<Answer>): Promise<number> {
    let refused = 0;
    for (let n = 0; n < per_s * seconds; n++) {
      t.clock.advance(1000 / per_s);
      refused += (await call(n)).status === 429 ? 1 : 0;
    }
    return refused;
  }

  test("default: 15 edits or 30 drafts a second in a group, for any time, also while the bot sends", async () => {
    t = await startWorld("memory", undefined, { rate_limits: "default" });
    const chat_id = t.id("Team");
    const { message_id } = await t.ok("guard_bot", "sendMessage", { chat_id, text: "stream" });
    const edit = (n: number) => t.bot("guard_bot", "editMessageText", { chat_id, message_id, text: `edit ${n}` });
    const send = () => t.bot("guard_bot", "sendMessage", { chat_id, text: "x" });
    const both = async (n: number) => {
      const answers = await Promise.all([edit(n), send()]);
      return answers.find(({ status }) => status === 429) ?? answers[0];
    };
    expect(await refusedAt(15, 8, both)).toBe(0);
    const draft = (n: number) => t.bot("guard_bot", "sendMessageDraft", { chat_id, draft_id: 1, text: `${n}` });
    expect(await refusedAt(30, 4, draft)).toBe(0);
    expect(await refusedAt(100, 4, draft)).toBeGreaterThan(100);
    expect((await edit(-1)).status).toBe(200);
  });

  test("telegram: edits count as messages, and drafts by themselves", async () => {
    t = await startWorld("memory", undefined, { rate_limits: "telegram" });
    const chat_id = t.id("Team");
    const { message_id } = await t.ok("guard_bot", "sendMessage", { chat_id, text: "stream" });
    const draft = (n: number) => t.bot("guard_bot", "sendMessageDraft", { chat_id, draft_id: 1, text: `${n}` });
    expect(await refusedAt(15, 4, draft)).toBe(0);
    const edit = (n: number) => t.bot("guard_bot", "editMessageText", { chat_id, message_id, text: `edit ${n}` });
    expect(await refusedAt(15, 4, edit)).toBeGreaterThan(30);
  });
});
