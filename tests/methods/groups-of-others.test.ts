/** What owners of the service see of groups and do about those without a creator, and adding many members at once. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PERMISSIONS } from "heliogram/domain/members/permissions.ts";
import { enginesInTurn, startWorld, type Json, type TestService } from "../support/service.ts";

const ALL = Object.fromEntries(Object.keys(PERMISSIONS).map((name) => [name, true]));

describe.each(enginesInTurn())("groups on %s", (engine) => {
  let t: TestService;
  beforeAll(async () => {
    t = await startWorld(engine);
  });
  afterAll(() => t.stop());

  const refusal = async (who: string, method: string, params: object) =>
    (await t.person(who, method, params)).body.reason;
  const newGroup = async (who: string, title: string): Promise<number> =>
    (await t.as(who, "createChat", { title })).chat.id;
  const audit = async (params: object): Promise<Json[]> => (await t.as("alice", "listAudit", params)).entries;
  const entry = async (id: number): Promise<Json> =>
    (await t.as("alice", "listAllChats", { limit: 200 })).chats.find((each: Json) => each.id === id);

  test("many members are added at once, with one message about all; who is refused keeps nobody out", async () => {
    const chat_id = await newGroup("alice", "Many");
    await t.as("alice", "banChatMember", { chat_id, user_id: t.id("dave") });
    const user_ids = ["carla", "bob", "dave", "bob", "alice"].map((name) => t.id(name));
    expect(await t.as("alice", "addMembers", { chat_id, user_ids: [...user_ids, 424_242] })).toEqual({
      added: [t.id("bob"), t.id("carla")],
      refused: [
        { user_id: t.id("dave"), reason: "USER_KICKED" },
        { user_id: 424_242, reason: "USER_NOT_FOUND" },
      ],
    });
    const { messages } = await t.as("bob", "getHistory", { chat_id });
    expect(messages.at(-1).new_chat_members.map((user: Json) => user.username)).toEqual(["bob", "carla"]);
    expect(messages.filter((each: Json) => each.new_chat_members)).toHaveLength(1);
    // Nothing is said where nobody came.
    expect(await t.as("alice", "addMembers", { chat_id, user_ids: [t.id("bob")] })).toEqual({ added: [], refused: [] });
    expect((await t.as("bob", "getHistory", { chat_id })).messages).toHaveLength(messages.length);
  });

  test("who may not invite adds nobody, and a list has at most 100 entries", async () => {
    const chat_id = await newGroup("alice", "Closed");
    await t.as("alice", "addMember", { chat_id, user_id: t.id("bob") });
    await t.as("alice", "setChatPermissions", { chat_id, permissions: { can_send_messages: true } });
    expect(await refusal("bob", "addMembers", { chat_id, user_ids: [t.id("carla")] })).toBe("CANT_INVITE");
    expect(await refusal("dave", "addMembers", { chat_id, user_ids: [t.id("carla")] })).toBe("NOT_A_MEMBER");
    const user_ids = Array.from({ length: 101 }, (_, i) => 1000 + i);
    expect((await t.person("alice", "addMembers", { chat_id, user_ids })).status).toBe(400);
  });

  test("what is done in a group is recorded, who did it and to whom", async () => {
    const chat_id = await newGroup("bob", "Log");
    const carla = { chat_id, user_id: t.id("carla") };
    await t.as("bob", "addMembers", { chat_id, user_ids: [carla.user_id, t.id("guard_bot")] });
    await t.as("bob", "setChatTitle", { chat_id, title: "Logged" });
    await t.as("bob", "promoteChatMember", { ...carla, can_change_info: true });
    await t.as("bob", "promoteChatMember", { ...carla, can_change_info: true, can_pin_messages: true });
    await t.as("bob", "promoteChatMember", carla);
    await t.as("bob", "restrictChatMember", { ...carla, permissions: { can_send_messages: false } });
    await t.as("bob", "restrictChatMember", { ...carla, permissions: ALL });
    await t.as("bob", "promoteChatMember", { chat_id, user_id: t.id("guard_bot"), can_restrict_members: true });
    await t.ok("guard_bot", "banChatMember", carla);
    await t.as("bob", "unbanChatMember", carla);
    await t.as("carla", "openChat", { user_id: t.id("bob") });
    const entries = (await audit({ chat_id, limit: 200 })).toReversed();
    expect(
      entries.map(({ actor, action, member, subject, detail }) => [
        actor.username,
        action,
        member?.username,
        subject.title,
        detail,
      ]),
    ).toEqual([
      ["bob", "chat_created", undefined, "Log", {}],
      ["bob", "member_added", "carla", "Log", {}],
      ["bob", "member_added", "guard_bot", "Log", {}],
      ["bob", "chat_changed", undefined, "Logged", { changed: ["title"] }],
      ["bob", "administrator_made", "carla", "Logged", {}],
      ["bob", "administrator_changed", "carla", "Logged", {}],
      ["bob", "administrator_unmade", "carla", "Logged", {}],
      ["bob", "member_restricted", "carla", "Logged", {}],
      ["bob", "member_unrestricted", "carla", "Logged", {}],
      ["bob", "administrator_made", "guard_bot", "Logged", {}],
      ["guard_bot", "member_banned", "carla", "Logged", {}],
      ["bob", "member_unbanned", "carla", "Logged", {}],
    ]);
    expect(entries.find(({ action }) => action === "member_banned")).toMatchObject({
      origin: "bot",
      subject: { kind: "chat", id: chat_id },
    });
    await t.as("bob", "deleteChat", { chat_id });
    expect((await audit({ chat_id, limit: 1 }))[0]).toMatchObject({
      action: "chat_deleted",
      subject: { title: "Logged" },
    });
  });

  test("joining, leaving and private chats are not recorded", async () => {
    const before = (await audit({ limit: 1 }))[0]?.id ?? 0;
    await t.as("dave", "joinChat", { username: "team" });
    await t.as("dave", "leaveChat", { chat_id: t.id("Team") });
    await t.as("dave", "startBot", { user_id: t.id("echo_bot") });
    await t.as("dave", "blockUser", { user_id: t.id("echo_bot") });
    expect((await audit({ limit: 10 })).filter(({ id }) => id > before)).toEqual([]);
  });

  test("the audit log is filtered by time", async () => {
    const from = Math.floor(t.clock.now() / 1000);
    t.clock.advance(60_000);
    const chat_id = await newGroup("bob", "Later");
    t.clock.advance(60_000);
    await t.as("bob", "deleteChat", { chat_id });
    const actions = async (params: object) => (await audit({ chat_id, ...params })).map(({ action }) => action);
    expect(await actions({ since: from + 60, until: from + 120 })).toEqual(["chat_created"]);
    expect(await actions({ since: from + 61 })).toEqual(["chat_deleted"]);
    expect(await actions({ until: from + 60 })).toEqual([]);
  });

  test("a group whose creator has left is taken over by an owner of the service, who joins it visibly", async () => {
    const chat_id = await newGroup("bob", "Left alone");
    await t.as("bob", "addMember", { chat_id, user_id: t.id("carla") });
    expect(await entry(chat_id)).toMatchObject({ is_abandoned: false });
    expect(await refusal("alice", "takeOverChat", { chat_id })).toBe("CHAT_HAS_OWNER");
    await t.as("bob", "leaveChat", { chat_id });
    expect(await entry(chat_id)).toMatchObject({ is_abandoned: true });
    await t.as("alice", "takeOverChat", { chat_id });
    expect(await entry(chat_id)).toMatchObject({ is_abandoned: false, creator: { username: "alice" } });
    const { messages } = await t.as("carla", "getHistory", { chat_id, limit: 1 });
    expect(messages[0]).toMatchObject({ from: { username: "alice" }, new_chat_members: [{ username: "alice" }] });
    expect((await audit({ chat_id, limit: 1 }))[0]).toMatchObject({ action: "chat_taken_over" });
    await t.as("alice", "deleteChat", { chat_id });
  });

  test("a suspended creator stays an administrator after the chat is taken over", async () => {
    const chat_id = await newGroup("carla", "Suspended");
    await t.as("carla", "addMember", { chat_id, user_id: t.id("alice") });
    await t.as("alice", "suspendPerson", { user_id: t.id("carla") });
    await t.as("alice", "takeOverChat", { chat_id });
    const statuses = (await t.as("alice", "getChatAdministrators", { chat_id })).map((each: Json) => [
      each.user.username,
      each.status,
    ]);
    expect(statuses.toSorted()).toEqual([
      ["alice", "creator"],
      ["carla", "administrator"],
    ]);
    await t.as("alice", "restorePerson", { user_id: t.id("carla") });
  });

  test("of two owners who take a chat over at once, one gets it", async () => {
    await t.as("alice", "makeOwner", { user_id: t.id("bob") });
    const chat_id = await newGroup("dave", "Wanted");
    await t.as("dave", "leaveChat", { chat_id });
    const answers = await Promise.all(["alice", "bob"].map((who) => t.person(who, "takeOverChat", { chat_id })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    await t.as("alice", "unmakeOwner", { user_id: t.id("bob") });
  });

  test("an abandoned group is deleted, and nothing else is", async () => {
    const chat_id = await newGroup("bob", "To delete");
    await t.as("bob", "addMember", { chat_id, user_id: t.id("dave") });
    expect(await refusal("alice", "deleteAbandonedChat", { chat_id })).toBe("CHAT_HAS_OWNER");
    await t.as("bob", "leaveChat", { chat_id });
    await t.as("alice", "deleteAbandonedChat", { chat_id });
    expect(await refusal("dave", "getHistory", { chat_id })).toBe("CHAT_NOT_FOUND");
    expect(await refusal("alice", "deleteAbandonedChat", { chat_id: t.id("echo_bot") })).toBe("CHAT_NOT_FOUND");
    expect(await refusal("bob", "takeOverChat", { chat_id: t.id("Team") })).toBe("OWNER_RIGHTS_NEEDED");
  });
});
