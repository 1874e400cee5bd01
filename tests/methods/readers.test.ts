/** Readers of a message, and what a user name or a link resolves to. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { StreamSocket } from "../support/stream-socket.ts";
import { enginesInTurn, startWorld, type Json, type TestService } from "../support/service.ts";
import { sqlWrite } from "../support/sql.ts";

describe.each(enginesInTurn())("readers and link previews on %s", (engine) => {
  let t: TestService;
  let team: number;
  beforeAll(async () => {
    t = await startWorld(engine);
    team = t.id("Team");
  });
  afterAll(() => t.stop());

  const readers = async (chat_id: number, message_id: number, who = "alice"): Promise<string[]> =>
    (await t.as(who, "getReaders", { chat_id, message_id })).map((each: Json) => each.username);

  test("the readers follow their read pointers, without the sender and bots", async () => {
    const { message_id } = await t.as("bob", "sendMessage", { chat_id: team, text: "Read me" });
    expect(await readers(team, message_id)).toEqual([]);
    await t.as("carla", "readMessages", { chat_id: team, message_id: message_id - 1 });
    expect(await readers(team, message_id)).toEqual([]);
    for (const who of ["carla", "bob"]) await t.as(who, "readMessages", { chat_id: team, message_id });
    expect(await readers(team, message_id)).toEqual(["carla"]);
    await t.as("carla", "leaveChat", { chat_id: team });
    expect(await readers(team, message_id)).toEqual([]);
    await t.as("carla", "joinChat", { username: "team" });
  });

  test("who has read a topic has read its messages, whatever they have read of the chat", async () => {
    const { chat } = await t.as("alice", "createChat", { title: "Forum" });
    for (const who of ["bob", "carla"]) await t.as("alice", "addMember", { chat_id: chat.id, user_id: t.id(who) });
    const general = (await t.as("alice", "sendMessage", { chat_id: chat.id, text: "In General" })).message_id;
    await t.as("alice", "setForum", { chat_id: chat.id, is_forum: true });
    const topic = { chat_id: chat.id, name: "Topic" };
    const { message_thread_id } = await t.as("alice", "createForumTopic", topic);
    const sent = { chat_id: chat.id, message_thread_id, text: "In the topic" };
    const { message_id } = await t.as("alice", "sendMessage", sent);
    await t.as("bob", "readMessages", { chat_id: chat.id, message_id, message_thread_id });
    expect(await readers(chat.id, message_id)).toEqual(["bob"]);
    expect(await readers(chat.id, general)).toEqual([]);
    await t.as("carla", "readMessages", { chat_id: chat.id, message_id: general, message_thread_id: 1 });
    expect([await readers(chat.id, general), await readers(chat.id, message_id)]).toEqual([["carla"], ["bob"]]);
  });

  test("the list does not reveal who sent as the group", async () => {
    await t.as("alice", "promoteChatMember", { chat_id: team, user_id: t.id("bob"), is_anonymous: true });
    const { message_id, sender_chat } = await t.as("bob", "sendMessage", { chat_id: team, text: "We say" });
    expect(sender_chat.id).toBe(team);
    for (const who of ["carla", "bob"]) await t.as(who, "readMessages", { chat_id: team, message_id });
    expect(await readers(team, message_id)).toEqual(["bob", "carla"]);
  });

  test("it exists in private chats and small groups, not in channels and large groups", async () => {
    const to = { chat_id: t.id("bob") };
    await t.as("alice", "openChat", { user_id: t.id("bob") });
    const { message_id } = await t.as("alice", "sendMessage", { ...to, text: "Psst" });
    expect(await readers(to.chat_id, message_id)).toEqual([]);
    await t.as("bob", "readMessages", { chat_id: t.id("alice"), message_id });
    expect(await readers(to.chat_id, message_id)).toEqual(["bob"]);
    const large = t.id("Private");
    const told = await t.as("alice", "sendMessage", { chat_id: large, text: "All" });
    const fill = (count: number) =>
      t.service.db.write((tx) => tx.run(sqlWrite("update chat set member_count = ? where id = ?"), count, large));
    await fill(100);
    expect(await readers(large, told.message_id)).toEqual([]);
    await fill(101);
    const refused = await t.person("alice", "getReaders", { chat_id: large, message_id: told.message_id });
    expect(refused.body.reason).toBe("READERS_NOT_TOLD");
  });

  test("in a channel, reading is an event for the reader's own sockets alone", async () => {
    const chat_id = t.id("News");
    const { message_id } = await t.as("alice", "sendMessage", { chat_id, text: "News" });
    const [own, others] = [new StreamSocket(t, "bob"), new StreamSocket(t, "alice")];
    for (const socket of [own, others]) await socket.until((frame) => frame.type === "hello");
    await t.as("bob", "readMessages", { chat_id, message_id });
    expect(await own.until((frame) => frame.kind === "read")).toMatchObject({
      type: "account",
      chat_id,
      read_up_to: message_id,
      unread_count: 0,
      unread_mentions: 0,
    });
    // The next event of the others is the next message.
    await t.as("alice", "sendMessage", { chat_id, text: "More" });
    await others.until((frame) => frame.kind === "message");
    expect(others.frames.filter((frame) => frame.kind === "read")).toEqual([]);
    own.close();
    others.close();
  });

  test("resolve finds a person, a bot or a chat", async () => {
    expect(await t.as("dave", "resolve", { username: "@CARLA" })).toEqual({
      user: { id: t.id("carla"), is_bot: false, first_name: "Carla", username: "carla" },
    });
    expect((await t.as("dave", "resolve", { username: "echo_bot" })).user.is_bot).toBe(true);
    const chat = { id: team, type: "supergroup", title: "Team", username: "team" };
    expect(await t.as("dave", "resolve", { username: "team" })).toEqual({ chat, member_count: 5, is_member: false });
    expect((await t.as("bob", "resolve", { username: "team" })).is_member).toBe(true);
  });

  test("previewLink shows a private chat without joining it", async () => {
    const chat_id = t.id("Private");
    await t.as("alice", "setChatDescription", { chat_id, description: "Ours" });
    const { invite_link } = await t.as("alice", "createChatInviteLink", { chat_id, member_limit: 1 });
    const shown = await t.as("dave", "resolve", { invite_link });
    expect(shown).toMatchObject({ chat: { id: chat_id, title: "Private" }, description: "Ours", is_member: false });
    expect((await t.person("dave", "getHistory", { chat_id })).status).toBe(403);
    await t.as("dave", "joinChat", { invite_link });
    expect(await t.as("dave", "resolve", { invite_link: invite_link.split("/").at(-1) }).catch(String)).toContain(
      "LINK_NOT_FOUND",
    );
  });
});
