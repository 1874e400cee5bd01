/** A person's settings of their chats: unread marks, muting, archive, pinned chats, drafts. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { FOREVER_S, MAX_PINNED_CHATS } from "heliogram/domain/chat-settings.ts";
import { StreamSocket } from "../support/stream-socket.ts";
import { engines, enginesInTurn, START_S, startWorld, type Json, type TestService } from "../support/service.ts";
import { until } from "../support/until.ts";
import { sqlRead } from "../support/sql.ts";

const NOTHING_SET = { is_archived: false, is_marked_unread: false };

describe.each(engines())("versions of drafts on %s", (engine) => {
  let t: TestService;
  let chat_id: number;
  beforeAll(async () => {
    t = await startWorld(engine);
    chat_id = t.id("Team");
  });
  afterAll(() => t.stop());

  const save = (text: string, base_version?: number): Promise<Json> =>
    t.as("bob", "saveDraft", { chat_id, text, ...(base_version === undefined ? {} : { base_version }) });
  const listed = async (): Promise<Json> =>
    (await t.as("bob", "listChats")).chats.find((each: Json) => each.chat.id === chat_id).settings.draft;

  test("a draft is not replaced by one that was made without knowing it", async () => {
    const first = await save("From the desk", 0);
    expect(first).toEqual({ seq: expect.any(Number), version: expect.any(Number) });
    expect((await listed()).version).toBe(first.version);
    const refused = await save("From the train", 0);
    expect(refused).toMatchObject({ version: first.version, newer_draft: { text: "From the desk" } });
    expect(refused.newer_draft.version).toBe(first.version);
    expect((await listed()).text).toBe("From the desk");
    // Nor is it removed.
    expect(await save("", 0)).toMatchObject({ newer_draft: { text: "From the desk" } });
    const second = await save("From the train", first.version);
    expect(second).not.toHaveProperty("newer_draft");
    expect(second.version).toBeGreaterThan(first.version);
    expect((await listed()).text).toBe("From the train");
  });

  test("the same draft is no newer one, and without a version any draft is replaced", async () => {
    const { version } = await listed();
    expect(await save("From the train", 0)).toEqual({ seq: expect.any(Number), version });
    expect(await save("From anywhere")).not.toHaveProperty("newer_draft");
    expect((await listed()).text).toBe("From anywhere");
  });

  test("a removed draft stands in the way of nothing, and what follows it is newer than it was", async () => {
    const { version } = await listed();
    expect(await save("", version)).toEqual({ seq: expect.any(Number), version: 0 });
    const again = await save("Once more", 0);
    expect(again.version).toBeGreaterThan(version);
    expect(await save("Late", version)).toMatchObject({ newer_draft: { text: "Once more" } });
  });

  test("of drafts saved at once from one version, one stays, and the others get it", async () => {
    const { version } = await listed();
    const answers = await Promise.all(["a", "b", "c", "d"].map((text) => save(text, version)));
    expect(answers.filter(({ newer_draft }) => !newer_draft)).toHaveLength(1);
    const { text } = await listed();
    for (const { newer_draft } of answers) expect(newer_draft?.text ?? text).toBe(text);
  });

  test("each topic has a draft of its own, and so has the chat as a whole", async () => {
    const here = (message_thread_id?: number, more: object = {}) => ({ chat_id, message_thread_id, ...more });
    const { version: of_chat } = await save("to the chat");
    await t.as("alice", "setForum", { chat_id, is_forum: true });
    const create = async (name: string): Promise<number> =>
      (await t.as("alice", "createForumTopic", { chat_id, name })).message_thread_id;
    const [first, second] = [await create("First"), await create("Second")];
    const { message_id } = await t.as("alice", "sendMessage", here(first, { text: "Which?" }));
    const rowOf = async (who: string, id: number): Promise<Json> =>
      (await t.as(who, "listTopics", { chat_id, message_thread_ids: [id] })).topics[0];
    const texts = async (): Promise<(string | undefined)[]> => {
      const rows = await Promise.all([first, second, 1].map((id) => rowOf("bob", id)));
      return [...rows.map(({ draft }) => draft?.text), (await listed())?.text];
    };
    const saveIn = (id: number, text: string, more: object = {}): Promise<Json> =>
      t.as("bob", "saveDraft", here(id, { text, ...more }));
    const refused = async (id: number) =>
      (await t.person("bob", "saveDraft", here(id, { text: "x" }))).body.reason as unknown;
    const screen = new StreamSocket(t, "bob");
    await screen.until((frame) => frame.type === "hello");
    const { version } = await saveIn(first, "The one", { reply_to_message_id: message_id, base_version: 0 });
    expect(version).toBeGreaterThan(of_chat);
    const told = await screen.until((frame) => frame.type === "account" && frame.kind === "topic");
    const draft = { text: "The one", version, reply_to_message: { message_id, text: "Which?" } };
    expect(told).toMatchObject({ seq: version, chat_id, topic: { unread_count: 2, draft } });
    await saveIn(1, "to all");
    expect(await texts()).toEqual(["The one", undefined, "to all", "to the chat"]);
    // Reading and muting keep it, and others have none.
    await t.as("bob", "readMessages", here(first, { message_id }));
    await t.as("bob", "muteTopic", here(first));
    expect(await rowOf("bob", first)).toMatchObject({ unread_count: 0, muted_until: FOREVER_S, draft });
    expect(await rowOf("carla", first)).not.toHaveProperty("draft");
    expect(await saveIn(first, "Another", { base_version: 0 })).toMatchObject({ version, newer_draft: draft });
    await saveIn(first, "");
    expect(await texts()).toEqual([undefined, undefined, "to all", "to the chat"]);
    await saveIn(second, "lost");
    await t.as("alice", "deleteForumTopic", here(second));
    expect(await rowOf("bob", second)).toBeUndefined();
    expect(await refused(second)).toBe("THREAD_NOT_FOUND");
    await t.as("alice", "setForum", { chat_id, is_forum: false });
    expect(await refused(first)).toBe("NOT_A_FORUM");
    screen.close();
  });
});

describe.each(enginesInTurn())("settings of chats on %s", (engine) => {
  let t: TestService;
  let team: number;
  beforeAll(async () => {
    t = await startWorld(engine);
    team = t.id("Team");
  });
  afterAll(() => t.stop());

  const settings = async (who: string, chat_id: number): Promise<Json> => {
    const { chats } = await t.as(who, "listChats");
    return chats.find((each: Json) => each.chat.id === chat_id).settings;
  };
  const pinned = async (who: string): Promise<Json> => (await t.as(who, "listChats")).pinned_chats;

  test("the unread mark lasts until the chat is read, for the person alone", async () => {
    expect(await settings("bob", team)).toEqual(NOTHING_SET);
    await t.as("bob", "readMessages", { chat_id: team, message_id: 1_000_000 });
    await t.as("bob", "markUnread", { chat_id: team });
    expect(await settings("bob", team)).toEqual({ ...NOTHING_SET, is_marked_unread: true });
    expect(await settings("carla", team)).toEqual(NOTHING_SET);
    await t.as("bob", "readMessages", { chat_id: team, message_id: 1 });
    expect(await settings("bob", team)).toEqual(NOTHING_SET);
  });

  test("muting ends by time or by the person", async () => {
    await t.as("bob", "muteChat", { chat_id: team });
    expect((await settings("bob", team)).muted_until).toBe(FOREVER_S);
    await t.as("bob", "unmuteChat", { chat_id: team });
    expect(await settings("bob", team)).toEqual(NOTHING_SET);
    await t.as("bob", "muteChat", { chat_id: team, until_date: START_S + 3600 });
    expect((await settings("bob", team)).muted_until).toBe(START_S + 3600);
    t.clock.advance(3600_000);
    expect(await settings("bob", team)).toEqual(NOTHING_SET);
    await t.as("bob", "muteChat", { chat_id: team, until_date: 2 ** 40 });
    expect((await settings("bob", team)).muted_until).toBe(FOREVER_S);
    await t.as("bob", "muteChat", { chat_id: team, until_date: -1 });
    expect(await settings("bob", team)).toEqual(NOTHING_SET);
  });

  test("the archive", async () => {
    await t.as("bob", "archiveChat", { chat_id: team });
    await t.as("bob", "markUnread", { chat_id: team });
    expect(await settings("bob", team)).toEqual({ is_archived: true, is_marked_unread: true });
    await t.as("bob", "unarchiveChat", { chat_id: team });
    expect(await settings("bob", team)).toEqual({ is_archived: false, is_marked_unread: true });
    await t.as("bob", "readMessages", { chat_id: team, message_id: 1 });
  });

  test("pinned chats have the person's order", async () => {
    const [dave, alice] = [t.id("dave"), t.id("alice")];
    for (const user_id of [dave, alice]) await t.as("bob", "openChat", { user_id });
    for (const chat_id of [team, dave, alice]) await t.as("bob", "pinChatInList", { chat_id });
    expect(await pinned("bob")).toEqual([alice, dave, team]);
    await t.as("bob", "pinChatInList", { chat_id: alice, place: 2 });
    expect(await pinned("bob")).toEqual([dave, alice, team]);
    await t.as("bob", "pinChatInList", { chat_id: dave, place: 50 });
    expect(await pinned("bob")).toEqual([alice, team, dave]);
    await t.as("bob", "unpinChatInList", { chat_id: alice });
    expect(await pinned("bob")).toEqual([team, dave]);
    expect(await pinned("alice")).toEqual([]);
    await t.as("bob", "leaveChat", { chat_id: team });
    expect(await pinned("bob")).toEqual([dave]);
    await t.as("bob", "joinChat", { username: "team" });
    await t.as("bob", "unpinChatInList", { chat_id: dave });
    await t.as("bob", "unpinChatInList", { chat_id: team });
    expect(await pinned("bob")).toEqual([]);
  });

  test("the number of pinned chats is limited", async () => {
    const made: number[] = [];
    for (let i = 0; i <= MAX_PINNED_CHATS; i++)
      made.push((await t.as("dave", "createChat", { title: `${i}` })).chat.id);
    const last = made.pop()!;
    for (const chat_id of made) await t.as("dave", "pinChatInList", { chat_id });
    expect((await t.person("dave", "pinChatInList", { chat_id: last })).body.reason).toBe("TOO_MANY_PINNED_CHATS");
    await t.as("dave", "pinChatInList", { chat_id: made[0] });
    expect(await pinned("dave")).toEqual([made[0], ...made.slice(1).reverse()]);
  });

  test("a draft is saved with its text and reply", async () => {
    const { message_id } = await t.as("carla", "sendMessage", { chat_id: team, text: "Lunch?" });
    const bold = { type: "bold", offset: 2, length: 3 };
    const draft = { text: "  yes #lunch ", entities: [bold, { type: "bold", offset: 99, length: 1 }] };
    await t.as("bob", "saveDraft", { chat_id: team, ...draft, reply_to_message_id: message_id });
    const saved = (await settings("bob", team)).draft;
    expect(saved).toMatchObject({ text: "  yes #lunch ", entities: [bold], reply_to_message: { message_id } });
    expect(saved.date).toBe(START_S + 3600);
    await t.as("carla", "deleteMessage", { chat_id: team, message_id });
    expect((await settings("bob", team)).draft).not.toHaveProperty("reply_to_message");
    await t.as("bob", "saveDraft", { chat_id: team, text: " \n" });
    expect(await settings("bob", team)).toEqual(NOTHING_SET);
  });

  test("a draft is as long as a message may be", async () => {
    await t.as("bob", "saveDraft", { chat_id: team, text: "😀".repeat(4096) });
    const refused = await t.person("bob", "saveDraft", { chat_id: team, text: "😀".repeat(4097) });
    expect(refused.body.description).toBe("Bad Request: message is too long");
    await t.as("bob", "saveDraft", { chat_id: team });
    expect(await settings("bob", team)).toEqual(NOTHING_SET);
  });

  test("the response of saveDraft says which draft events are older", async () => {
    const socket = new StreamSocket(t, "bob");
    const { seq: begin } = await socket.until((frame) => frame.type === "hello");
    const save = async (text: string) => (await t.as("bob", "saveDraft", { chat_id: team, text })).seq;
    const first = await save("one");
    expect(first).toBe(begin);
    const told = async (after: number) =>
      (await socket.until((frame) => frame.kind === "chat_settings" && frame.seq > after)).seq;
    const news = await told(first);
    await t.as("bob", "archiveChat", { chat_id: t.id("alice") });
    const second = await save("two");
    expect(second).toBeGreaterThan(news);
    expect(await told(second)).toBe(second + 1);
    // A draft that changes nothing causes no event.
    expect(await save("two")).toBe(second + 1);
    await save("");
    await t.as("bob", "unarchiveChat", { chat_id: t.id("alice") });
    socket.close();
  });

  test("account events that every socket has are removed, and new ones still arrive", async () => {
    const kept = () =>
      t.service.db.read((tx) =>
        tx.all(sqlRead<{ seq: number }>("select seq from event where stream = ?"), t.id("bob")),
      );
    const { seq } = await t.as("bob", "listChats");
    expect(await kept()).toHaveLength(seq);
    await until(async () => {
      t.clock.advance(600_000);
      return (await kept()).length === 0;
    }, "the removal of the events");
    const socket = new StreamSocket(t, "bob");
    expect((await socket.until((frame) => frame.type === "hello")).seq).toBe(seq);
    await t.as("bob", "markUnread", { chat_id: team });
    expect((await socket.until((frame) => frame.kind === "chat_settings")).seq).toBe(seq + 1);
    await t.as("bob", "readMessages", { chat_id: team, message_id: 1 });
    socket.close();
  });

  test("the person's other sockets get each change once, and nobody else does", async () => {
    const socket = new StreamSocket(t, "bob");
    const carla = new StreamSocket(t, "carla");
    await socket.until((frame) => frame.type === "hello");
    await carla.until((frame) => frame.type === "hello");
    const alice = t.id("alice");
    await t.as("bob", "markUnread", { chat_id: alice });
    await t.as("bob", "markUnread", { chat_id: alice });
    await t.as("bob", "saveDraft", { chat_id: alice, text: "Dear" });
    await t.as("bob", "pinChatInList", { chat_id: alice });
    await t.as("bob", "pinChatInList", { chat_id: alice });
    await t.as("bob", "unpinChatInList", { chat_id: team });
    await t.as("bob", "readMessages", { chat_id: alice, message_id: 1 });
    const draft = { text: "Dear", date: expect.any(Number), version: expect.any(Number) };
    await socket.until((frame) => frame.settings?.draft && !frame.settings.is_marked_unread);
    const told = socket.frames.filter((frame) => frame.type === "account");
    const news = { type: "account", seq: expect.any(Number) };
    const shown = { ...news, kind: "chat_settings", chat_id: alice };
    expect(told).toContainEqual({ ...news, kind: "pinned_chats", pinned_chats: [alice] });
    expect(told.at(-1)).toEqual({ ...shown, settings: { ...NOTHING_SET, draft } });
    expect(told).toHaveLength(4);
    await t.as("bob", "sendMessage", { chat_id: team, text: "end" });
    await carla.until((frame) => frame.message?.text === "end");
    expect(carla.frames.filter((frame) => frame.type === "account")).toEqual([]);
    socket.close();
    carla.close();
  });
});
