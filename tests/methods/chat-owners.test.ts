/** What only the owner of a chat can do: set its user name, and delete it. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { insertMessage } from "heliogram/store/queries/messages/messages.ts";
import { StreamSocket } from "../support/stream-socket.ts";
import { enginesInTurn, START_S, startWorld, type Json, type TestService } from "../support/service.ts";
import { sqlRead } from "../support/sql.ts";

describe.each(enginesInTurn())("owners of chats on %s", (engine) => {
  let t: TestService;
  beforeAll(async () => {
    t = await startWorld(engine);
  });
  afterAll(() => t.stop());

  const refusal = async (who: string, method: string, params: object) => {
    const { status, body } = await t.person(who, method, params);
    return [status, body.reason ?? body.description];
  };
  const found = async (query: string) =>
    (await t.as("dave", "search", { query })).chats.map((chat: Json) => chat.username);

  test("a chat's user name is set, changed and removed, and its members get events", async () => {
    const { chat } = await t.as("alice", "createChat", { title: "Reading", username: "readers" });
    const chat_id = chat.id;
    await t.as("bob", "joinChat", { username: "readers" });
    const socket = new StreamSocket(t, "bob");
    await socket.until((frame) => frame.type === "hello");
    expect(await t.as("alice", "setChatUsername", { chat_id, username: "@Bookworms" })).toBe(true);
    await socket.until((frame) => frame.kind === "chat" && frame.chat?.username === "Bookworms");
    expect(await found("readers")).toEqual([]);
    expect(await found("bookw")).toEqual(["Bookworms"]);
    // The old user name is free, the new one taken.
    expect((await t.as("carla", "createChat", { title: "Others", username: "readers" })).chat.username).toBe("readers");
    expect(await refusal("alice", "setChatUsername", { chat_id, username: "READERS" })).toEqual([
      400,
      "USERNAME_TAKEN",
    ]);
    expect(await refusal("alice", "setChatUsername", { chat_id, username: "bob" })).toEqual([400, "USERNAME_TAKEN"]);
    expect((await t.as("dave", "joinChat", { username: "bookworms" })).chat).toMatchObject({ username: "Bookworms" });
    await t.as("dave", "leaveChat", { chat_id });
    expect(await t.as("alice", "setChatUsername", { chat_id, username: "" })).toBe(true);
    await socket.until((frame) => frame.kind === "chat" && frame.chat && !("username" in frame.chat));
    expect(await refusal("dave", "joinChat", { username: "bookworms" })).toEqual([404, "CHAT_NOT_FOUND"]);
    expect(await refusal("dave", "getHistory", { chat_id })).toEqual([403, "NOT_A_MEMBER"]);
    socket.close();
  });

  test("the same user name in another case, and the same name again", async () => {
    const { chat } = await t.as("alice", "createChat", { title: "Letters", username: "letters" });
    const row = async () => (await t.as("alice", "listChats")).chats.find((each: Json) => each.chat.id === chat.id);
    const { seq } = await row();
    expect(await t.as("alice", "setChatUsername", { chat_id: chat.id, username: "letters" })).toBe(true);
    expect((await row()).seq).toBe(seq);
    await t.as("alice", "setChatUsername", { chat_id: chat.id, username: "LeTTers" });
    expect((await row()).chat.username).toBe("LeTTers");
  });

  test("invalid user names, and people who do not own the chat", async () => {
    const chat_id = t.id("Team");
    for (const username of ["no", "1team", "team_", "te am", "x".repeat(33)]) {
      const [status, sentence] = await refusal("alice", "setChatUsername", { chat_id, username });
      expect([status, sentence]).toEqual([400, expect.stringContaining("username is invalid")]);
    }
    await t.as("alice", "promoteChatMember", { chat_id, user_id: t.id("bob"), can_change_info: true });
    for (const [who, reason] of [
      ["bob", "NOT_THE_OWNER"],
      ["carla", "NOT_THE_OWNER"],
      ["dave", "NOT_A_MEMBER"],
    ] as const) {
      expect(await refusal(who, "setChatUsername", { chat_id, username: "ours" })).toEqual([403, reason]);
    }
    await t.as("alice", "transferOwnership", { chat_id, user_id: t.id("bob") });
    expect(await t.as("bob", "setChatUsername", { chat_id, username: "ours" })).toBe(true);
    expect(await refusal("alice", "setChatUsername", { chat_id, username: "team" })).toEqual([403, "NOT_THE_OWNER"]);
  });

  test("a deleted chat disappears for everybody at once, and its user name is free", async () => {
    const { chat } = await t.as("alice", "createChat", { title: "Doomed", username: "doomed" });
    const chat_id = chat.id;
    for (const user of ["bob", "carla", "echo_bot", "guard_bot"]) {
      await t.as("alice", "addMember", { chat_id, user_id: t.id(user) });
    }
    await t.as("alice", "banChatMember", { chat_id, user_id: t.id("carla") });
    await t.as("bob", "pinChatInList", { chat_id });
    const { invite_link } = await t.as("alice", "createChatInviteLink", { chat_id });
    const { message_id } = await t.as("bob", "sendMessage", { chat_id, text: "Farewell @alice" });
    await t.as("bob", "forwardMessage", { chat_id: t.id("Private"), from_chat_id: chat_id, message_id });
    await t.updates("echo_bot");
    const sockets = ["alice", "bob"].map((who) => new StreamSocket(t, who));
    for (const socket of sockets) await socket.until((frame) => frame.type === "hello");
    expect(await t.as("alice", "deleteChat", { chat_id })).toBe(true);
    for (const socket of sockets) await socket.until((frame) => frame.type === "gone" && frame.chat_id === chat_id);
    for (const socket of sockets) socket.close();
    for (const who of ["alice", "bob", "carla"]) {
      const { chats, pinned_chats } = await t.as(who, "listChats");
      expect(chats.map((each: Json) => each.chat.id)).not.toContain(chat_id);
      expect(pinned_chats).not.toContain(chat_id);
      for (const [method, params] of [
        ["getChat", { chat_id }],
        ["getHistory", { chat_id }],
        ["getDifference", { chat_id, seq: 0 }],
        ["sendMessage", { chat_id, text: "Anybody?" }],
        ["joinChat", { username: "doomed" }],
        ["resolve", { username: "doomed" }],
        ["deleteChat", { chat_id }],
      ] as const) {
        expect([who, method, ...(await refusal(who, method, params))]).toEqual([who, method, 404, "CHAT_NOT_FOUND"]);
      }
      expect(await refusal(who, "joinChat", { invite_link })).toEqual([404, "LINK_NOT_FOUND"]);
    }
    expect((await t.as("bob", "searchMessages", { query: "Farewell" })).messages).toHaveLength(1);
    expect(await found("doomed")).toEqual([]);
    expect(await t.updates("echo_bot")).toEqual([
      {
        update_id: expect.any(Number),
        my_chat_member: {
          chat: { id: chat_id, type: "supergroup", title: "Doomed", username: "doomed" },
          from: expect.objectContaining({ username: "alice" }),
          date: expect.any(Number),
          old_chat_member: expect.objectContaining({ status: "member" }),
          new_chat_member: expect.objectContaining({ status: "left" }),
        },
      },
    ]);
    expect((await t.bot("echo_bot", "sendMessage", { chat_id, text: "Hello?" })).body).toMatchObject({
      error_code: 404,
      description: "Not Found: chat not found",
    });
    expect((await t.as("dave", "createChat", { title: "Next", username: "doomed" })).chat.username).toBe("doomed");
  });

  test("only the owner can delete a chat", async () => {
    const chat_id = t.id("Private");
    await t.as("alice", "promoteChatMember", { chat_id, user_id: t.id("bob"), can_manage_chat: true });
    expect(await refusal("bob", "deleteChat", { chat_id })).toEqual([403, "NOT_THE_OWNER"]);
    expect(await refusal("dave", "deleteChat", { chat_id })).toEqual([403, "NOT_A_MEMBER"]);
    await t.as("alice", "openChat", { user_id: t.id("bob") });
    expect(await refusal("alice", "deleteChat", { chat_id: t.id("bob") })).toEqual([400, "GROUPS_AND_CHANNELS_ONLY"]);
    expect((await t.as("alice", "getChat", { chat_id })).title).toBe("Private");
  });

  test("the messages of a deleted chat are removed by maintenance, and no others", async () => {
    const count = (table: string, column: string, id: number) =>
      t.service.db.read(async (tx) => {
        const row = await tx.get(sqlRead<{ n: number }>(`select count(*) as n from ${table} where ${column} = ?`), id);
        return Number(row!.n);
      });
    const { chat } = await t.as("alice", "createChat", { title: "Chatter" });
    const chat_id = chat.id;
    await t.as("alice", "addMember", { chat_id, user_id: t.id("bob") });
    // More than one batch of the cleanup.
    await t.service.db.write(async (tx) => {
      const first = (await tx.allocateMessageIds(chat_id, 2500, 0)) - 2499;
      const row = { chat_id, sender_id: t.id("alice"), sender_chat_id: null, date: START_S, edit_date: null };
      const rest = { reply_to: null, media_group_id: null, thread_id: null, text: "x", content: {} };
      for (let i = 0; i < 2500; i++) await insertMessage(tx, { ...row, ...rest, message_id: first + i });
    });
    await t.as("alice", "sendMessage", { chat_id, text: "@bob" });
    const others = await count("message", "chat_id", t.id("News"));
    await t.as("alice", "deleteChat", { chat_id });
    expect(await count("message", "chat_id", chat_id)).toBeGreaterThan(2500);
    t.clock.advance(10 * 60_000);
    await expect.poll(() => count("deleted_chat", "id", chat_id)).toBe(0);
    for (const table of ["message", "mention", "pinned_message", "member", "chat_setting", "invite_link"]) {
      expect([table, await count(table, "chat_id", chat_id)]).toEqual([table, 0]);
    }
    expect(await count("event", "stream", chat_id)).toBe(0);
    expect(await count("stream", "id", chat_id)).toBe(0);
    expect(await count("message", "chat_id", t.id("News"))).toBe(others);
  });
});
