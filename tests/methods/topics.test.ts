/** Topics of groups: creating, changing, closing and deleting them, what is sent to them, and what people have unread. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { REFUSALS, type Refusal } from "heliogram/domain/refusals.ts";
import { TOPIC_COLORS } from "@heliogram/shared/topics.ts";
import { deleteTopic } from "heliogram/app/topics/delete-topic.ts";
import { lockChat } from "heliogram/store/queries/chats/chats.ts";
import { deletedTopics } from "heliogram/store/queries/messages/topics.ts";
import { maintenanceRounds } from "../support/maintenance.ts";
import { StreamSocket } from "../support/stream-socket.ts";
import { engines, startWorld, type Json, type TestService } from "../support/service.ts";

const BOT = "guard_bot";
const icon = "5312536423851630001";

describe.each(engines())("topics on %s", (engine) => {
  let t: TestService;
  let group = 0;
  beforeAll(async () => {
    t = await startWorld(engine);
  });
  afterAll(() => t.stop());

  const newGroup = async (): Promise<number> => {
    const { chat } = await t.as("alice", "createChat", { title: "Forum" });
    for (const name of ["bob", "carla", BOT])
      await t.as("alice", "addMember", { chat_id: chat.id, user_id: t.id(name) });
    const rights = { can_manage_topics: true, can_delete_messages: true, can_pin_messages: true };
    await t.as("alice", "promoteChatMember", { chat_id: chat.id, user_id: t.id(BOT), ...rights });
    return chat.id;
  };
  beforeEach(async () => {
    group = await newGroup();
  });

  const here = (more: object = {}) => ({ chat_id: group, ...more });
  const open = () => t.as("alice", "setForum", here({ is_forum: true }));
  const create = async (who: string, name: string, more: object = {}): Promise<number> => {
    const method = who === BOT ? t.ok(who, "createForumTopic", here({ name, ...more })) : undefined;
    return (await (method ?? t.as(who, "createForumTopic", here({ name, ...more })))).message_thread_id;
  };
  const say = async (who: string, text: string, more: object = {}): Promise<Json> =>
    t.as(who, "sendMessage", here({ text, ...more }));
  const rowsOf = async (who: string): Promise<Json[]> => (await t.as(who, "listTopics", here())).topics;
  const rowOf = async (who: string, thread: number): Promise<Json> =>
    (await rowsOf(who)).find((row) => row.topic.message_thread_id === thread);
  const unread = async (who: string): Promise<number> => {
    const { chats } = await t.as(who, "listChats");
    return chats.find((each: Json) => each.chat.id === group).unread_count;
  };
  const texts = async (who: string, thread?: number, more: object = {}): Promise<string[]> => {
    const in_thread = thread === undefined ? {} : { message_thread_id: thread };
    const { messages } = await t.as(who, "getHistory", here({ ...in_thread, ...more }));
    return messages.flatMap((message: Json) => message.text ?? []);
  };
  /** @param refusal - its name; of a wrong parameter, words of the sentence */
  const refused = async (who: string, method: string, more: object, refusal: Refusal | `invalid ${string}`) => {
    const isBot = who.endsWith("_bot");
    const { status, body } = await (isBot ? t.bot(who, method, here(more)) : t.person(who, method, here(more)));
    const known = Object.hasOwn(REFUSALS, refusal) ? REFUSALS[refusal as Refusal] : undefined;
    expect(status).toBe(known?.code ?? 400);
    if (known && !isBot) expect(body.reason).toBe(refusal);
    else expect(body.description).toContain(known?.text ?? refusal.replace("invalid ", ""));
  };

  test("a group gets topics and loses them without losing a message", async () => {
    await say("bob", "before");
    await open();
    const thread = await create("alice", "Release");
    await say("bob", "in the topic", { message_thread_id: thread });
    await say("bob", "in General");
    expect(await texts("bob", 1)).toEqual(["before", "in General"]);
    expect(await texts("bob", thread)).toEqual(["in the topic"]);
    expect(await texts("bob")).toEqual(["before", "in the topic", "in General"]);
    await t.as("alice", "setForum", here({ is_forum: false }));
    await say("bob", "between");
    expect(await texts("carla")).toEqual(["before", "in the topic", "in General", "between"]);
    const { messages } = await t.as("carla", "getHistory", here());
    for (const message of messages) {
      expect(message.message_thread_id).toBeUndefined();
      expect(message.chat.is_forum).toBeUndefined();
    }
    await refused("bob", "sendMessage", { text: "x", message_thread_id: thread }, "THREAD_NOT_FOUND");
    await open();
    await say("bob", "after");
    expect(await texts("bob", thread)).toEqual(["in the topic"]);
    expect(await texts("bob", 1)).toEqual(["before", "in General", "between", "after"]);
    expect(await texts("bob", 1, { limit: 2 })).toEqual(["between", "after"]);
    const [first] = (await t.as("bob", "getHistory", here({ message_thread_id: 1, limit: 3 }))).messages;
    expect(await texts("bob", 1, { before: first.message_id })).toEqual(["before"]);
    expect(await texts("bob", 1, { after: first.message_id })).toEqual(["between", "after"]);
    expect(await texts("bob", 1, { around: first.message_id, limit: 4 })).toEqual(["before", "in General", "between"]);
  });

  test("messages have their topic, and service messages tell what happened to it", async () => {
    await open();
    const created = await t.ok(BOT, "createForumTopic", here({ name: " The\nplan ", icon_custom_emoji_id: icon }));
    const thread = created.message_thread_id;
    expect(created).toEqual({
      message_thread_id: thread,
      name: "The plan",
      icon_color: TOPIC_COLORS[0],
      icon_custom_emoji_id: icon,
    });
    const sent = await t.ok(BOT, "sendMessage", here({ text: "hi", message_thread_id: thread }));
    expect(sent).toMatchObject({ message_thread_id: thread, is_topic_message: true, chat: { is_forum: true } });
    // Programs read the name of the topic in the message that a message without a reply answers.
    expect(sent.reply_to_message).toMatchObject({ message_id: thread, forum_topic_created: { name: "The plan" } });
    expect((await say("bob", "hi", { message_thread_id: thread })).reply_to_message).toBeUndefined();
    const change = (method: string, more: object = {}) =>
      t.ok(BOT, method, here({ message_thread_id: thread, ...more }));
    await change("editForumTopic", { name: "Plan B" });
    await change("editForumTopic", { icon_custom_emoji_id: "" });
    await change("closeForumTopic");
    await change("reopenForumTopic");
    for (const method of ["closeGeneralForumTopic", "reopenGeneralForumTopic", "hideGeneralForumTopic"])
      await t.ok(BOT, method, here());
    await t.ok(BOT, "unhideGeneralForumTopic", here());
    await t.ok(BOT, "editGeneralForumTopic", here({ name: "Lobby" }));
    const services = async (id: number): Promise<Json[]> => {
      const { messages } = await t.as("bob", "getHistory", here({ message_thread_id: id }));
      return messages.map((message: Json) =>
        Object.fromEntries(Object.entries(message).filter(([key]) => key.includes("forum_topic"))),
      );
    };
    expect(await services(thread)).toEqual([
      { forum_topic_created: { name: "The plan", icon_color: TOPIC_COLORS[0], icon_custom_emoji_id: icon } },
      {},
      {},
      { forum_topic_edited: { name: "Plan B" } },
      { forum_topic_edited: { icon_custom_emoji_id: "" } },
      { forum_topic_closed: {} },
      { forum_topic_reopened: {} },
    ]);
    expect((await services(1)).slice(-5)).toEqual([
      { forum_topic_closed: {} },
      { forum_topic_reopened: {} },
      { general_forum_topic_hidden: {} },
      { general_forum_topic_unhidden: {} },
      { forum_topic_edited: { name: "Lobby" } },
    ]);
    expect((await rowOf("bob", 1)).topic).toMatchObject({ name: "Lobby", is_closed: true });
    expect((await rowOf("bob", thread)).topic).toEqual({
      message_thread_id: thread,
      name: "Plan B",
      icon_color: TOPIC_COLORS[0],
      creator_id: t.id(BOT),
      date: expect.any(Number),
    });
  });

  test("a topic that does not exist, General, and a closed topic are refused", async () => {
    await open();
    const thread = await create(BOT, "Closed");
    for (const id of [1, 999_999, -5])
      await refused("bob", "sendMessage", { text: "x", message_thread_id: id }, "THREAD_NOT_FOUND");
    await refused("bob", "sendDice", { message_thread_id: 999_999 }, "THREAD_NOT_FOUND");
    await t.ok(BOT, "closeForumTopic", here({ message_thread_id: thread }));
    await refused("bob", "sendMessage", { text: "x", message_thread_id: thread }, "TOPIC_CLOSED");
    await refused("bob", "setTyping", { message_thread_id: thread }, "TOPIC_CLOSED");
    expect((await rowOf("bob", thread)).can_send).toBe("TOPIC_CLOSED");
    expect((await rowOf("alice", thread)).can_send).toBeNull();
    await t.ok(BOT, "sendMessage", here({ text: "closing words", message_thread_id: thread }));
    const answered = await t.ok(BOT, "sendMessage", here({ text: "more", message_thread_id: thread }));
    await refused("bob", "sendMessage", { text: "x", reply_to_message_id: answered.message_id }, "TOPIC_CLOSED");
    await t.ok(BOT, "closeGeneralForumTopic", here());
    await refused("bob", "sendMessage", { text: "x" }, "TOPIC_CLOSED");
    await say("alice", "may");
    await refused(BOT, "closeForumTopic", { message_thread_id: thread }, "TOPIC_NOT_MODIFIED");
    await refused(BOT, "editForumTopic", { message_thread_id: thread, name: "Closed" }, "TOPIC_NOT_MODIFIED");
    await refused(BOT, "editForumTopic", { message_thread_id: 1, icon_custom_emoji_id: icon }, "TOPIC_IS_GENERAL");
    await refused(BOT, "deleteForumTopic", { message_thread_id: 1 }, "TOPIC_IS_GENERAL");
    await refused(BOT, "closeForumTopic", { message_thread_id: 999_999 }, "THREAD_NOT_FOUND");
  });

  test("a group without topics says so", async () => {
    await refused(BOT, "createForumTopic", { name: "x" }, "NOT_A_FORUM");
    await refused(BOT, "closeForumTopic", { message_thread_id: 5 }, "NOT_A_FORUM");
    await refused(BOT, "hideGeneralForumTopic", {}, "NOT_A_FORUM");
    await refused("bob", "sendMessage", { text: "x", message_thread_id: 5 }, "THREAD_NOT_FOUND");
    expect(await t.as("bob", "listTopics", here())).toMatchObject({
      topics: [],
      has_more: false,
      can_create: "NOT_A_FORUM",
    });
    // As in Telegram, 0 names no topic.
    expect((await say("bob", "plain", { message_thread_id: 0 })).message_thread_id).toBeUndefined();
  });

  test("a reply goes to the topic of the message it answers", async () => {
    await open();
    const thread = await create("alice", "Release");
    const question = await say("bob", "question", { message_thread_id: thread });
    const answer = await t.ok(
      BOT,
      "sendMessage",
      here({ text: "answer", reply_parameters: { message_id: question.message_id } }),
    );
    expect(answer).toMatchObject({ message_thread_id: thread, is_topic_message: true });
    const general = await say("bob", "in General");
    expect((await say("carla", "too", { reply_to_message_id: general.message_id })).message_thread_id).toBeUndefined();
    const named = { message_thread_id: thread, reply_to_message_id: general.message_id };
    expect((await say("carla", "elsewhere", named)).message_thread_id).toBe(thread);
  });

  test("every kind of message, copies and forwards go to the topic", async () => {
    await open();
    const message_thread_id = await create("alice", "All");
    const more = { message_thread_id };
    const source = await say("bob", "to copy");
    const from = { from_chat_id: group, message_id: source.message_id };
    const several = { from_chat_id: group, message_ids: [source.message_id] };
    const place = { latitude: 1, longitude: 2 };
    for (const [method, params] of Object.entries({
      sendMessage: { text: "text" },
      sendDice: {},
      sendLocation: place,
      sendVenue: { ...place, title: "Here", address: "Street" },
      sendContact: { phone_number: "123", first_name: "Ada" },
      forwardMessage: from,
    }))
      expect(await t.ok(BOT, method, here({ ...params, ...more })), method).toMatchObject(more);
    const [forwarded] = await t.ok(BOT, "forwardMessages", here({ ...several, ...more }));
    const [copied] = await t.ok(BOT, "copyMessages", here({ ...several, ...more }));
    const copy = await t.ok(BOT, "copyMessage", here({ ...from, ...more }));
    const { messages } = await t.as("bob", "getHistory", here(more));
    const ids = messages.map((message: Json) => message.message_id);
    expect(ids).toEqual(expect.arrayContaining([forwarded.message_id, copied.message_id, copy.message_id]));
    await refused(BOT, "forwardMessage", { ...from, message_thread_id: 999_999 }, "THREAD_NOT_FOUND");
    await refused(BOT, "copyMessages", { ...several, message_thread_id: 999_999 }, "THREAD_NOT_FOUND");
  });

  test("rights: creating needs the permission or the right, changing the right or being the creator", async () => {
    await open();
    await refused("bob", "createForumTopic", { name: "x" }, "CANT_CREATE_TOPICS");
    expect((await t.as("bob", "listTopics", here())).can_create).toBe("CANT_CREATE_TOPICS");
    const permissions = { can_send_messages: true, can_manage_topics: true };
    await t.as("alice", "setChatPermissions", here({ permissions }));
    const own = await create("bob", "Bob's");
    const other = await create("carla", "Carla's");
    await t.as("bob", "editForumTopic", here({ message_thread_id: own, name: "Mine" }));
    await t.as("bob", "closeForumTopic", here({ message_thread_id: own }));
    await say("bob", "in my closed topic", { message_thread_id: own });
    for (const [method, more] of [
      ["editForumTopic", { message_thread_id: other, name: "x" }],
      ["closeForumTopic", { message_thread_id: other }],
      ["closeGeneralForumTopic", {}],
    ] as const)
      await refused("bob", method, more, "CANT_MANAGE_TOPICS");
    await refused("bob", "deleteForumTopic", { message_thread_id: own }, "DELETE_FORBIDDEN");
    await refused("bob", "unpinAllForumTopicMessages", { message_thread_id: own }, "CANT_PIN");
    await refused("bob", "setForum", { is_forum: false }, "CANT_CHANGE_INFO");
    const [mine, others] = [await rowOf("bob", own), await rowOf("bob", other)];
    expect([mine.can_manage, others.can_manage]).toEqual([null, "CANT_MANAGE_TOPICS"]);
  });

  test("names, colours and icons are checked", async () => {
    await open();
    const long = "é".repeat(128);
    expect((await t.as("alice", "createForumTopic", here({ name: long, icon_color: TOPIC_COLORS[5] }))).name).toBe(
      long,
    );
    await refused("alice", "createForumTopic", { name: `${long}e` }, "invalid topic name is too long");
    await refused("alice", "createForumTopic", { name: " \n " }, "invalid topic name must be non-empty");
    await refused("alice", "createForumTopic", {}, "invalid topic name must be non-empty");
    await refused("alice", "createForumTopic", { name: "x", icon_color: 1 }, "invalid icon_color");
    await refused(
      "alice",
      "createForumTopic",
      { name: "x", icon_custom_emoji_id: "12" },
      "invalid getForumTopicIconStickers",
    );
    const stickers = await t.ok(BOT, "getForumTopicIconStickers");
    const bulb = stickers.find((sticker: Json) => sticker.emoji === "💡");
    expect(bulb.custom_emoji_id).toBe(icon);
    expect((await t.bot(BOT, "getFile", { file_id: bulb.file_id })).status).toBe(400);
  });

  test("unread counts are kept by topic, and the chat has their sum", async () => {
    await open();
    await t.as("bob", "readMessages", here({ message_id: 1_000_000 }));
    const [a, b] = [await create("alice", "A"), await create("alice", "B")];
    await say("alice", "a1", { message_thread_id: a });
    const b1 = await say("carla", "b1 @bob", { message_thread_id: b });
    await say("bob", "own", { message_thread_id: a });
    await say("carla", "general");
    const b2 = await say("alice", "b2", { message_thread_id: b });
    const counts = async () =>
      Object.fromEntries((await rowsOf("bob")).map((row) => [row.topic.name, [row.unread_count, row.unread_mentions]]));
    expect(await counts()).toEqual({ A: [2, 0], B: [3, 1], General: [1, 0] });
    expect(await unread("bob")).toBe(6);
    await t.as("bob", "readMessages", here({ message_thread_id: b, message_id: b1.message_id }));
    expect(await counts()).toEqual({ A: [2, 0], B: [1, 0], General: [1, 0] });
    expect(await unread("bob")).toBe(4);
    await t.as("bob", "readMessages", here({ message_thread_id: b, message_id: b2.message_id }));
    // A message that was read in its topic, but is after the pointer of the chat, is deleted.
    await t.ok(BOT, "deleteMessage", here({ message_id: b2.message_id }));
    expect([await unread("bob"), (await counts()).B]).toEqual([3, [0, 0]]);
    await t.as("bob", "readMessages", here({ message_thread_id: a, message_id: 1_000_000 }));
    expect(await unread("bob")).toBe(1);
    await t.as("bob", "readMessages", here({ message_thread_id: 1, message_id: 1_000_000 }));
    expect(await unread("bob")).toBe(0);
    await say("alice", "a2", { message_thread_id: a });
    await say("alice", "b3", { message_thread_id: b });
    expect(await counts()).toEqual({ A: [1, 0], B: [1, 0], General: [0, 0] });
    await t.as("bob", "readMessages", here({ message_id: 1_000_000 }));
    expect([await unread("bob"), await counts()]).toEqual([0, { A: [0, 0], B: [0, 0], General: [0, 0] }]);
  });

  test("events show topics, and the state of the person's own", async () => {
    await open();
    const socket = new StreamSocket(t, "bob");
    await socket.until(({ type }) => type === "hello");
    const thread = await create("alice", "Live");
    const created = await socket.until(({ kind, topic }) => kind === "topic" && topic?.name === "Live");
    expect(created).toMatchObject({ type: "chat", chat_id: group, message_thread_id: thread });
    const message = await say("alice", "hello", { message_thread_id: thread });
    const shown = await socket.until(({ message: each }) => each?.message_id === message.message_id);
    expect(shown).toMatchObject({ message: { message_thread_id: thread }, unread_count: await unread("bob") });
    await t.as("bob", "readMessages", here({ message_thread_id: thread, message_id: message.message_id }));
    const state = await socket.until(({ type, kind }) => type === "account" && kind === "topic");
    expect(state).toMatchObject({
      chat_id: group,
      message_thread_id: thread,
      topic: { read_up_to: message.message_id, unread_count: 0, unread_mentions: 0 },
      unread_count: await unread("bob"),
    });
    const next = await say("carla", "next");
    const counted = await socket.until(({ message: each }) => each?.message_id === next.message_id);
    expect(counted.unread_count).toBe(await unread("bob"));
    await t.as("bob", "muteTopic", here({ message_thread_id: thread }));
    await socket.until(({ kind, topic }) => kind === "topic" && topic?.muted_until === 2_147_483_647);
    await t.as("bob", "unmuteTopic", here({ message_thread_id: thread }));
    expect((await rowOf("bob", thread)).muted_until).toBeUndefined();
    await t.as("alice", "setTyping", here({ message_thread_id: thread }));
    const typing = await socket.until(({ type }) => type === "action");
    expect(typing).toMatchObject({ message_thread_id: thread, action: "typing" });
    await t.ok(BOT, "sendChatAction", here({ action: "upload_photo", message_thread_id: 1 }));
    await socket.until(({ action, message_thread_id }) => action === "upload_photo" && message_thread_id === 1);
    await t.ok(BOT, "sendMessageDraft", here({ draft_id: 7, text: "I am", message_thread_id: thread }));
    await socket.until(({ draft_id, message_thread_id }) => draft_id === 7 && message_thread_id === thread);
    await t.ok(BOT, "deleteForumTopic", here({ message_thread_id: thread }));
    const gone = await socket.until(({ type, kind, topic }) => type === "chat" && kind === "topic" && !topic);
    expect(gone.message_thread_id).toBe(thread);
    socket.close();
  });

  test("a deleted topic goes with all its messages", async () => {
    await open();
    const thread = await create("alice", "Old");
    for (let n = 0; n < 105; n++) await t.ok(BOT, "sendMessage", here({ text: `${n}`, message_thread_id: thread }));
    await say("bob", "stays");
    await t.as("alice", "deleteForumTopic", here({ message_thread_id: thread }));
    expect(await texts("bob")).toEqual(["stays"]);
    expect(await rowOf("bob", thread)).toBeUndefined();
    await refused("bob", "sendMessage", { text: "x", message_thread_id: thread }, "THREAD_NOT_FOUND");
    const { chats } = await t.as("carla", "listChats");
    const { messages } = await t.as("carla", "getHistory", here());
    const own = messages.filter((message: Json) => message.from.id !== t.id("carla"));
    const row = chats.find((each: Json) => each.chat.id === group);
    expect(row.unread_count).toBe(own.filter((message: Json) => message.message_id > row.read_up_to).length);
  });

  test("maintenance deletes what is left of a deleted topic", async () => {
    await open();
    const thread = await create("alice", "Left");
    await say("bob", "in it", { message_thread_id: thread });
    const db = t.service.db;
    await db.write(async (tx) => deleteTopic(tx, (await lockChat(tx, group))!, thread));
    expect(await texts("bob")).toEqual(["in it"]);
    await refused("bob", "sendMessage", { text: "x", message_thread_id: thread }, "THREAD_NOT_FOUND");
    await maintenanceRounds(t, 1);
    expect(await texts("bob")).toEqual([]);
    expect(await db.read((tx) => deletedTopics(tx, 1))).toEqual([]);
  });

  test("pins, search and list by topic", async () => {
    await open();
    const thread = await create("alice", "Pins");
    const [inside, outside] = [
      await say("bob", "apple pie", { message_thread_id: thread }),
      await say("bob", "apple tart"),
    ];
    for (const { message_id } of [inside, outside]) await t.ok(BOT, "pinChatMessage", here({ message_id }));
    const pinned = async (more: object) =>
      (await t.as("bob", "getPinnedMessages", here(more))).map((message: Json) => message.message_id);
    expect(await pinned({ message_thread_id: thread })).toEqual([inside.message_id]);
    expect(await pinned({ message_thread_id: 1 })).toEqual([outside.message_id]);
    // The service message about a pin is in the topic of the message.
    expect((await rowOf("bob", thread)).last_message.pinned_message.message_id).toBe(inside.message_id);
    await t.ok(BOT, "unpinAllForumTopicMessages", here({ message_thread_id: thread }));
    expect(await pinned({})).toEqual([outside.message_id]);
    await t.ok(BOT, "unpinAllGeneralForumTopicMessages", here());
    expect(await pinned({})).toEqual([]);
    const found = async (id: number) => {
      const { messages } = await t.as("bob", "searchMessages", here({ query: "apple", message_thread_id: id }));
      return messages.map((message: Json) => message.text);
    };
    expect([await found(thread), await found(1)]).toEqual([["apple pie"], ["apple tart"]]);
    const second = await create("alice", "Second");
    const first_page = await t.as("bob", "listTopics", here({ limit: 2 }));
    const names = (rows: Json[]) => rows.map((row) => row.topic.name);
    expect([names(first_page.topics), first_page.has_more]).toEqual([["Second", "General"], true]);
    const rest = await t.as("bob", "listTopics", here({ before: first_page.topics[1].position }));
    expect([names(rest.topics), rest.has_more]).toEqual([["Pins"], false]);
    const some = await t.as("bob", "listTopics", here({ message_thread_ids: [second, 999_999] }));
    expect(names(some.topics)).toEqual(["Second"]);
  });

  test("private chats with a bot have topics, if its owner enables them", async () => {
    const [bot, alice] = [t.id("echo_bot"), t.id("alice")];
    const asBot = (name: string) => t.bot("echo_bot", "createForumTopic", { chat_id: alice, name });
    const asPerson = (name: string) => t.person("alice", "createForumTopic", { chat_id: bot, name });
    const enable = (topics: string) => t.as("alice", "editBot", { bot_id: bot, topics, dialect: "telegram" });
    const listed = async () => t.as("alice", "listTopics", { chat_id: bot });
    expect((await asBot("Task")).body.description).toBe("Bad Request: the chat is not a forum");
    expect(await listed()).toMatchObject({ topics: [], has_more: false, can_create: "NOT_A_FORUM" });
    expect((await enable("bot")).topics).toBe("bot");
    const capabilities = { has_topics_enabled: true, allows_users_to_create_topics: false };
    expect(await t.ok("echo_bot", "getMe")).toMatchObject(capabilities);
    await t.as("alice", "sendMessage", { chat_id: bot, text: "before" });
    const { message_thread_id } = (await asBot("Task")).body.result;
    expect((await asPerson("Mine")).body.reason).toBe("CANT_CREATE_TOPICS");
    expect((await listed()).can_create).toBe("CANT_CREATE_TOPICS");
    const sent = await t.ok("echo_bot", "sendMessage", { chat_id: alice, text: "step 1", message_thread_id });
    expect(sent).toMatchObject({ message_thread_id, is_topic_message: true });
    await t.updates("echo_bot");
    await t.as("alice", "sendMessage", { chat_id: bot, text: "go on", message_thread_id });
    await t.as("alice", "sendMessage", { chat_id: bot, text: "aside" });
    const updates = await t.updates("echo_bot");
    expect(updates.map(({ message }) => [message.text, message.message_thread_id])).toEqual([
      ["go on", message_thread_id],
      ["aside", undefined],
    ]);
    expect(updates[0]!.message.reply_to_message.forum_topic_created.name).toBe("Task");
    const { topics } = await listed();
    expect(topics.map((row: Json) => [row.topic.name, row.unread_count])).toEqual([
      ["General", 0],
      ["Task", 2],
    ]);
    const history = async (thread: number): Promise<string[]> => {
      const { messages } = await t.as("alice", "getHistory", { chat_id: bot, message_thread_id: thread });
      return messages.flatMap((message: Json) => message.text ?? []);
    };
    expect(await history(message_thread_id)).toEqual(["step 1", "go on"]);
    expect((await history(1)).slice(-2)).toEqual(["before", "aside"]);
    await t.as("alice", "readMessages", { chat_id: bot, message_thread_id, message_id: 1_000_000 });
    const { chats } = await t.as("alice", "listChats");
    expect(chats.find((each: Json) => each.chat.id === bot).unread_count).toBe(0);
    await enable("people");
    expect(await t.ok("echo_bot", "getMe")).toMatchObject({ allows_users_to_create_topics: true });
    const own = (await asPerson("Mine")).body.result.message_thread_id;
    await t.ok("echo_bot", "editForumTopic", { chat_id: alice, message_thread_id: own, name: "Yours" });
    const closed = await t.bot("echo_bot", "closeForumTopic", { chat_id: alice, message_thread_id: own });
    expect(closed.body.description).toBe("Bad Request: the chat is not a forum");
    await t.as("alice", "deleteForumTopic", { chat_id: bot, message_thread_id: own });
    await enable("off");
    // Topics that exist stay.
    await t.ok("echo_bot", "sendMessage", { chat_id: alice, text: "step 2", message_thread_id });
    expect((await asBot("More")).status).toBe(400);
    expect((await t.person("alice", "createForumTopic", { chat_id: t.id("bob"), name: "x" })).status).toBe(403);
    await t.as("alice", "openChat", { user_id: t.id("bob") });
    expect((await t.person("alice", "createForumTopic", { chat_id: t.id("bob"), name: "x" })).body.reason).toBe(
      "NOT_A_FORUM",
    );
  });

  test("a bot with privacy mode on gets the service messages about topics", async () => {
    await t.as("alice", "addMember", { chat_id: group, user_id: t.id("echo_bot") });
    await open();
    await t.updates("echo_bot");
    const thread = await create("alice", "Seen");
    await say("bob", "not for bots", { message_thread_id: thread });
    await say("bob", "/start", { message_thread_id: thread });
    const updates = await t.updates("echo_bot");
    expect(
      updates.map(({ message }) => [message.message_thread_id, message.text, message.forum_topic_created?.name]),
    ).toEqual([
      [thread, undefined, "Seen"],
      [thread, "/start", undefined],
    ]);
  });
});
