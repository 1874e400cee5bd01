/** Invitations for several people and into chats, their previews, and the directory (behaviour.md §8). */
import { ASSISTANT_ID } from "heliogram/domain/bots.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { enginesInTurn, startWorld, type Answer, type Json, type TestService } from "../support/service.ts";

const DAY_S = 86_400;

describe.each(enginesInTurn())("an invitation for several people, on %s", (engine) => {
  let t: TestService;
  beforeAll(async () => {
    t = await startWorld(engine);
  });
  afterAll(() => t.stop());

  const signUp = (invitation: string, username: string): Promise<Answer> =>
    t.post("/api/signUp", { invitation, first_name: username, username, password: "correct horse" });
  const asNewcomer = async (answer: Answer, method: string, params: object = {}): Promise<Json> =>
    (await t.post(`/api/${method}`, params, { authorization: `Bearer ${answer.body.result.access_token}` })).body
      .result;

  test("can be used as often as it says, also concurrently, and not more often", async () => {
    const { code, expires_at } = await t.as("alice", "createInvitation", { max_uses: 3, lasts_s: 30 * DAY_S });
    expect(expires_at).toBe(Math.floor(t.clock.now() / 1000) + 30 * DAY_S);
    const answers = await Promise.all(["p1", "p2", "p3", "p4", "p5"].map((name) => signUp(code, `${name}_many`)));
    expect(answers.map((each) => each.status).sort()).toEqual([200, 200, 200, 403, 403]);
    const [listed] = (await t.as("alice", "listInvitations", { limit: 1 })).invitations;
    expect(listed).toMatchObject({ state: "used", max_uses: 3, use_count: 3 });
    expect(listed.uses).toHaveLength(3);
  });

  test("a failed sign-up does not use it up", async () => {
    const { code } = await t.as("alice", "createInvitation", { max_uses: 1 });
    expect((await signUp(code, "bob")).body.reason).toBe("USERNAME_TAKEN");
    expect((await signUp(code, "free_name")).status).toBe(200);
  });

  test.each([
    { max_uses: 0 },
    { max_uses: 1001 },
    { lasts_s: 0 },
    { lasts_s: 366 * DAY_S },
    { chat_ids: Array.from({ length: 21 }, (_, i) => -1_000_000_000_001 - i) },
  ])("%o is refused", async (params) => {
    const { status, body } = await t.person("alice", "createInvitation", params);
    expect([status, body.ok]).toEqual([400, false]);
  });

  test("for one person adds them to its chats, where they join by a link, and opens a chat with the inviter", async () => {
    const chat_ids = [t.id("Team"), t.id("News")];
    const { code } = await t.as("alice", "createInvitation", { chat_ids });
    const dora = await signUp(code, "dora");
    const rows: Json[] = (await asNewcomer(dora, "listChats")).chats;
    expect(rows.map((row) => row.chat.title ?? row.chat.first_name).sort()).toEqual(["Alice", "News", "Team"]);
    const { messages } = await t.as("bob", "getHistory", { chat_id: t.id("Team"), limit: 1 });
    expect(messages[0]).toMatchObject({
      from: { username: "dora" },
      new_chat_members: [{ username: "dora" }],
      joined_by_link: true,
    });
    const update = (await t.updates("guard_bot")).at(-1).message;
    expect(update).toMatchObject({ from: { username: "dora" }, new_chat_members: [{ username: "dora" }] });
    expect(update).not.toHaveProperty("joined_by_link");
    const told = (await t.as("alice", "listChats")).chats.find((row: Json) => row.chat.username === "dora");
    expect(told).toMatchObject({
      unread_count: 1,
      last_message: { from: { username: "dora" }, invitation_accepted: true },
    });
    await asNewcomer(dora, "sendMessage", { chat_id: t.id("Team"), text: "Here I am" });
    expect((await t.updates("guard_bot")).at(-1).message.text).toBe("Here I am");
  });

  test("for several gives the inviter one notice that counts, and no chat with each of them", async () => {
    const { code } = await t.as("alice", "createInvitation", { max_uses: 30, chat_ids: [t.id("Team")] });
    const chatsOfAlice = async (): Promise<number[]> =>
      (await t.as("alice", "listChats")).chats
        .map((row: Json) => row.chat.id)
        .filter((id: number) => id !== t.id("alice"));
    const before = await chatsOfAlice();
    const notices = async (): Promise<Json[]> =>
      (await t.as("alice", "listChats")).chats.filter((row: Json) => row.chat.id === t.id("alice"));
    const [earlier] = await notices();
    const read_up_to = earlier.last_message.message_id;
    await t.as("alice", "readMessages", { chat_id: t.id("alice"), message_id: read_up_to });
    for (let i = 1; i <= 3; i++) await signUp(code, `many_${i}`);
    const fourth = await signUp(code, "many_4");
    expect((await asNewcomer(fourth, "listChats")).chats.map((row: Json) => row.chat.title)).toEqual(["Team"]);
    expect((await chatsOfAlice()).sort()).toEqual(before.sort());
    const [row] = await notices();
    expect(row).toMatchObject({ unread_count: 1, last_message: { invitation_uses: { count: 4 } } });
    expect(row.last_message).not.toHaveProperty("edit_date");
    const names = row.last_message.invitation_uses.users.map((user: Json) => user.username);
    expect(names).toEqual(["many_4", "many_3", "many_2"]);
    const { message_id } = row.last_message;
    await t.as("alice", "readMessages", { chat_id: t.id("alice"), message_id });
    await signUp(code, "many_5");
    const [again] = await notices();
    expect(again).toMatchObject({ unread_count: 1, last_message: { invitation_uses: { count: 5 } } });
    const { messages } = await t.as("alice", "getHistory", { chat_id: t.id("alice") });
    expect(messages.at(-1).message_id).toBe(again.last_message.message_id);
    expect(messages.map((each: Json) => each.message_id)).not.toContain(message_id);
  });

  test("has a notice of its own beside that of another invitation, and a new one where the inviter deleted it", async () => {
    const codes: string[] = [];
    for (let i = 0; i < 2; i++) codes.push((await t.as("alice", "createInvitation", { max_uses: 9 })).code);
    const counts = async (): Promise<number[]> =>
      (await t.as("alice", "getHistory", { chat_id: t.id("alice"), limit: 2 })).messages.map(
        (each: Json) => each.invitation_uses.count,
      );
    for (const [index, name] of [0, 1, 0].entries()) await signUp(codes[name]!, `own_${index}`);
    expect(await counts()).toEqual([2, 1]);
    const { messages } = await t.as("alice", "getHistory", { chat_id: t.id("alice"), limit: 1 });
    await t.as("alice", "deleteMessage", { chat_id: t.id("alice"), message_id: messages[0].message_id });
    await signUp(codes[1]!, "own_3");
    expect(await counts()).toEqual([2, 2]);
  });

  test("joining by an invite link is announced as such, by a public name it is not", async () => {
    const { invite_link } = await t.as("alice", "createChatInviteLink", { chat_id: t.id("Team") });
    const last = async (): Promise<Json> =>
      (await t.as("alice", "getHistory", { chat_id: t.id("Team"), limit: 1 })).messages[0];
    await t.as("dave", "joinChat", { invite_link });
    expect(await last()).toMatchObject({ from: { username: "dave" }, joined_by_link: true });
    await t.as("dave", "leaveChat", { chat_id: t.id("Team") });
    await t.as("dave", "joinChat", { username: "team" });
    expect(await last()).not.toHaveProperty("joined_by_link");
    await t.as("dave", "leaveChat", { chat_id: t.id("Team") });
  });

  test("skips chats into which the inviter may no longer invite", async () => {
    const { id } = (await t.as("bob", "createChat", { title: "Bob's" })).chat;
    await t.as("bob", "addMember", { chat_id: id, user_id: t.id("alice") });
    const { code } = await t.as("alice", "createInvitation", { max_uses: 5, chat_ids: [id, t.id("Team")] });
    await t.as("bob", "setChatPermissions", { chat_id: id, permissions: { can_send_messages: true } });
    const eve = await signUp(code, "eve_late");
    expect(eve.status).toBe(200);
    const rows: Json[] = (await asNewcomer(eve, "listChats")).chats;
    expect(rows.map((row) => row.chat.id)).not.toContain(id);
    expect(rows.map((row) => row.chat.id)).toContain(t.id("Team"));
  });

  test("a chat into which the person may not invite is refused", async () => {
    const { id } = (await t.as("bob", "createChat", { title: "Closed to Alice" })).chat;
    const refused = await t.person("alice", "createInvitation", { chat_ids: [id] });
    expect([refused.status, refused.body.reason]).toEqual([404, "CHAT_NOT_FOUND"]);
  });

  test("its preview needs no account", async () => {
    const { code } = await t.as("alice", "createInvitation", { chat_ids: [t.id("Private")] });
    expect((await t.post("/api/getSignUp", { invitation: code })).body.result).toEqual({
      open: true,
      invited_by: "Alice",
      chats: [{ type: "supergroup", title: "Private", member_count: 2 }],
    });
    expect((await t.post("/api/getSignUp", { invitation: "x".repeat(43) })).body.result).toEqual({ open: false });
    const { invite_link } = await t.as("alice", "createChatInviteLink", { chat_id: t.id("Private") });
    const preview = await t.post("/api/previewLink", { invite_link });
    expect(preview.body.result).toEqual({ type: "supergroup", title: "Private", member_count: 2 });
    await t.as("alice", "revokeChatInviteLink", { chat_id: t.id("Private"), invite_link });
    expect((await t.post("/api/previewLink", { invite_link })).body.reason).toBe("LINK_NOT_FOUND");
  });

  test("user names of chats are shown without an account only while sign-up is open", async () => {
    expect((await t.post("/api/previewLink", { username: "team" })).status).toBe(404);
    await t.as("alice", "setSignUp", { open: true });
    expect((await t.post("/api/previewLink", { username: "team" })).body.result.title).toBe("Team");
    await t.as("alice", "setSignUp", { open: false });
  });
});

describe.each(enginesInTurn())("the notice of an invitation, on %s", (engine) => {
  test("comes from the assistant, and not where it is blocked", async () => {
    const t = await startWorld(engine, undefined, { assistant: true });
    const { code } = await t.as("alice", "createInvitation", { max_uses: 9 });
    const signUp = (username: string) =>
      t.post("/api/signUp", { invitation: code, first_name: username, username, password: "correct horse" });
    const notices = async (): Promise<Json[]> =>
      (await t.as("alice", "listChats")).chats
        .filter((row: Json) => row.last_message?.invitation_uses)
        .map((row: Json) => [row.peer.user.username, row.last_message.invitation_uses.count, row.unread_count]);
    await signUp("nina");
    await signUp("nora");
    expect(await notices()).toEqual([["assistant", 2, 1]]);
    await t.as("alice", "blockUser", { user_id: ASSISTANT_ID });
    await signUp("nelly");
    expect((await notices()).sort()).toEqual([
      ["alice", 3, 1],
      ["assistant", 2, 1],
    ]);
    await t.stop();
  });
});

describe.each(enginesInTurn())("the directory on %s", (engine) => {
  let t: TestService;
  beforeAll(async () => {
    t = await startWorld(engine);
  });
  afterAll(() => t.stop());

  test("lists public chats, and whether the person is a member", async () => {
    const chats = async (who: string, params: object): Promise<Json[]> =>
      (await t.as(who, "listPublicChats", params)).chats;
    expect(await chats("carla", {})).toEqual([
      {
        chat: { id: t.id("Team"), type: "supergroup", title: "Team", username: "team" },
        member_count: 5,
        is_member: true,
      },
    ]);
    expect((await chats("dave", {}))[0].is_member).toBe(false);
    expect(await chats("carla", { query: "nothing" })).toEqual([]);
    expect(await chats("carla", { after: t.id("Team") })).toEqual([]);
  });

  test("lists people in pages, without bots and suspended people", async () => {
    const names = async (params: object): Promise<string[]> =>
      (await t.as("bob", "listUsers", params)).users.map((user: Json) => user.username);
    expect(await names({})).toEqual(["alice", "bob", "carla", "dave"]);
    expect(await names({ limit: 2, after: t.id("bob") })).toEqual(["carla", "dave"]);
    expect(await names({ query: "AR" })).toEqual(["carla"]);
    await t.as("alice", "suspendPerson", { user_id: t.id("dave") });
    expect(await names({})).toEqual(["alice", "bob", "carla"]);
  });
});
