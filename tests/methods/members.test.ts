/** The bot methods that change and show members (interface.md; behaviour.md §3). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { enginesInTurn, startWorld, type Json, type TestService } from "../support/service.ts";

const NONE = {};
const ALL = {
  can_send_messages: true,
  can_send_media_messages: true,
  can_send_polls: true,
  can_send_other_messages: true,
  can_add_web_page_previews: true,
  can_change_info: true,
  can_invite_users: true,
  can_pin_messages: true,
};

/** Refused changes: bot, method, parameters, status, description. */
function refusals(t: TestService): [string, string, object, number, string][] {
  const carla = { chat_id: "@team", user_id: t.id("carla") };
  return [
    [
      "echo_bot",
      "restrictChatMember",
      { ...carla, permissions: NONE },
      403,
      "not enough rights to restrict/unrestrict chat member",
    ],
    [
      "stranger_bot",
      "restrictChatMember",
      { ...carla, permissions: NONE },
      403,
      "bot is not a member of the supergroup chat",
    ],
    [
      "guard_bot",
      "restrictChatMember",
      { ...carla, user_id: t.id("alice"), permissions: NONE },
      400,
      "can't remove chat owner",
    ],
    [
      "guard_bot",
      "restrictChatMember",
      { ...carla, user_id: t.id("guard_bot"), permissions: NONE },
      400,
      "can't restrict self",
    ],
    ["guard_bot", "restrictChatMember", { ...carla, user_id: 99, permissions: NONE }, 404, "user not found"],
    ["guard_bot", "restrictChatMember", { ...carla, chat_id: -5, permissions: NONE }, 404, "chat not found"],
    ["guard_bot", "restrictChatMember", carla, 400, "permissions"],
    ["guard_bot", "restrictChatMember", { ...carla, permissions: "[" }, 400, "can't parse permissions JSON object"],
    [
      "guard_bot",
      "restrictChatMember",
      { ...carla, chat_id: t.id("News"), permissions: NONE },
      400,
      "only for supergroups",
    ],
  ];
}

/** The same for promotions, titles and reads. */
function moreRefusals(t: TestService): [string, string, object, number, string][] {
  const carla = { chat_id: "@team", user_id: t.id("carla") };
  return [
    ["echo_bot", "promoteChatMember", { ...carla, can_pin_messages: true }, 403, "not enough rights"],
    [
      "guard_bot",
      "promoteChatMember",
      { ...carla, user_id: t.id("dave"), can_pin_messages: true },
      400,
      "USER_NOT_PARTICIPANT",
    ],
    [
      "guard_bot",
      "setChatAdministratorCustomTitle",
      { ...carla, custom_title: "x" },
      400,
      "user is not an administrator",
    ],
    [
      "guard_bot",
      "setChatAdministratorCustomTitle",
      { ...carla, user_id: t.id("alice"), custom_title: "x" },
      403,
      "custom title",
    ],
    ["guard_bot", "getChatMember", { ...carla, user_id: 99 }, 400, "user not found"],
    ["guard_bot", "getChatMember", { ...carla, chat_id: -5 }, 400, "chat not found"],
    ["stranger_bot", "getChatMember", carla, 403, "bot is not a member of the supergroup chat"],
    ["stranger_bot", "getChatAdministrators", { chat_id: "@team" }, 403, "bot is not a member of the supergroup chat"],
    ["guard_bot", "getChatAdministrators", { chat_id: "nobody" }, 400, "chat not found"],
  ];
}

describe.each(enginesInTurn())("members on %s", (engine) => {
  let t: TestService;
  beforeAll(async () => {
    t = await startWorld(engine);
  });
  afterAll(() => t.stop());
  beforeEach(async () => {
    await t.ok("guard_bot", "unbanChatMember", { chat_id: "@team", user_id: t.id("carla") });
    await t.as("carla", "joinChat", { username: "team" });
  });

  const member = (username: string) =>
    t.ok("guard_bot", "getChatMember", { chat_id: "@team", user_id: t.id(username) });

  test("a restricted member cannot send until the restriction expires", async () => {
    const until_date = Math.floor(t.clock.now() / 1000) + 60;
    await t.ok("guard_bot", "restrictChatMember", {
      chat_id: "@team",
      user_id: t.id("carla"),
      permissions: NONE,
      until_date,
    });
    expect(await member("carla")).toMatchObject({
      status: "restricted",
      is_member: true,
      until_date,
      can_send_messages: false,
    });
    expect((await t.person("carla", "sendMessage", { chat_id: "@team", text: "x" })).body).toMatchObject({
      error_code: 403,
      reason: "CANT_SEND_TEXT",
    });
    t.clock.advance(61_000);
    expect(await member("carla")).toMatchObject({ status: "member" });
    await t.as("carla", "sendMessage", { chat_id: "@team", text: "x" });
  });

  test.each([0, 10, 29, 367 * 86_400])("until_date %i seconds from now means for ever", async (seconds) => {
    const until_date = seconds === 0 ? 0 : Math.floor(t.clock.now() / 1000) + seconds;
    await t.ok("guard_bot", "restrictChatMember", {
      chat_id: "@team",
      user_id: t.id("carla"),
      permissions: NONE,
      until_date,
    });
    expect(await member("carla")).toMatchObject({ status: "restricted", until_date: 0 });
  });

  test("all eight permissions lift a restriction", async () => {
    await t.ok("guard_bot", "restrictChatMember", { chat_id: "@team", user_id: t.id("carla"), permissions: NONE });
    await t.ok("guard_bot", "restrictChatMember", { chat_id: "@team", user_id: t.id("carla"), permissions: ALL });
    expect(await member("carla")).toMatchObject({ status: "member" });
  });

  test("a ban removes a member, prevents joining, and expires", async () => {
    await t.ok("guard_bot", "banChatMember", { chat_id: "@team", user_id: t.id("carla") });
    expect(await member("carla")).toMatchObject({ status: "kicked", until_date: 0 });
    expect((await t.person("carla", "joinChat", { username: "team" })).status).toBe(403);
    expect((await t.person("carla", "getHistory", { chat_id: t.id("Team") })).status).toBe(403);
    await t.ok("guard_bot", "unbanChatMember", { chat_id: "@team", user_id: t.id("carla") });
    expect(await member("carla")).toMatchObject({ status: "left" });
  });

  test("unbanning a member removes them, unless only_if_banned", async () => {
    const params = { chat_id: "@team", user_id: t.id("carla") };
    await t.ok("guard_bot", "unbanChatMember", { ...params, only_if_banned: true });
    expect(await member("carla")).toMatchObject({ status: "member" });
    await t.ok("guard_bot", "unbanChatMember", params);
    expect(await member("carla")).toMatchObject({ status: "left" });
  });

  test("promotion, title, and demotion", async () => {
    const params = { chat_id: "@team", user_id: t.id("carla") };
    await t.ok("guard_bot", "promoteChatMember", { ...params, can_delete_messages: true, can_pin_messages: true });
    await t.ok("guard_bot", "setChatAdministratorCustomTitle", { ...params, custom_title: "helper" });
    expect(await member("carla")).toMatchObject({
      status: "administrator",
      custom_title: "helper",
      can_be_edited: true,
      can_delete_messages: true,
      can_restrict_members: false,
      can_manage_chat: false,
    });
    const admins = await t.ok("echo_bot", "getChatAdministrators", { chat_id: "@team" });
    expect(admins.map((each: { user: { username: string } }) => each.user.username)).toEqual([
      "alice",
      "carla",
      "guard_bot",
    ]);
    expect(admins[0]).toEqual({
      user: { id: t.id("alice"), is_bot: false, first_name: "Alice", username: "alice" },
      status: "creator",
      custom_title: "",
      is_anonymous: false,
    });
    await t.ok("guard_bot", "setChatAdministratorCustomTitle", { ...params, custom_title: "" });
    expect((await member("carla")).custom_title).toBe("");
    await t.ok("guard_bot", "promoteChatMember", params);
    expect(await member("carla")).toMatchObject({ status: "member" });
  });

  test.each([
    ["12345678901234567", "longer than 16"],
    ["a\nb", "control"],
  ])("the title %j is refused", async (custom_title, words) => {
    const params = { chat_id: "@team", user_id: t.id("carla") };
    await t.ok("guard_bot", "promoteChatMember", { ...params, can_pin_messages: true });
    const answer = await t.bot("guard_bot", "setChatAdministratorCustomTitle", { ...params, custom_title });
    expect(answer.status).toBe(400);
    expect(answer.body.description).toContain(words);
  });

  test("who may not change whom", async () => {
    for (const [bot, method, params, status, words] of [...refusals(t), ...moreRefusals(t)]) {
      const answer = await t.bot(bot, method, params);
      expect([method, answer.status, answer.body.description]).toEqual([
        method,
        status,
        expect.stringContaining(words),
      ]);
    }
  });

  test("only those above an administrator can change them", async () => {
    const carla = { chat_id: t.id("Team"), user_id: t.id("carla") };
    await t.as("alice", "promoteChatMember", { ...carla, can_restrict_members: true, can_promote_members: true });
    expect((await t.bot("guard_bot", "banChatMember", carla)).status).toBe(403);
    await t.as("alice", "promoteChatMember", carla);
    await t.ok("guard_bot", "banChatMember", carla);
  });

  test("changes are told: my_chat_member to the bot itself, service messages to all", async () => {
    await t.updates("echo_bot");
    await t.as("alice", "promoteChatMember", {
      chat_id: t.id("Team"),
      user_id: t.id("echo_bot"),
      can_pin_messages: true,
    });
    const [mine] = await t.updates("echo_bot");
    expect(Object.keys(mine)).toEqual(["update_id", "my_chat_member"]);
    expect(mine.my_chat_member).toMatchObject({
      from: { username: "alice" },
      date: expect.any(Number),
      old_chat_member: { status: "member" },
      new_chat_member: { status: "administrator" },
    });
    await t.as("alice", "promoteChatMember", { chat_id: t.id("Team"), user_id: t.id("echo_bot") });
    await t.updates("echo_bot");
    await t.as("dave", "joinChat", { username: "team" });
    const [joined] = await t.updates("echo_bot");
    expect(joined.message.new_chat_members[0]).toMatchObject({ username: "dave" });
    await t.as("dave", "leaveChat", { chat_id: t.id("Team") });
    const [left] = await t.updates("echo_bot");
    expect(left.message.left_chat_member).toMatchObject({ username: "dave" });
  });

  test("chat_member goes to administrators with this update kind", async () => {
    await t.ok("guard_bot", "getUpdates", { allowed_updates: ["chat_member"] });
    await t.updates("guard_bot");
    await t.as("dave", "joinChat", { username: "team" });
    const updates = await t.updates("guard_bot");
    expect(updates).toHaveLength(1);
    expect(updates[0].chat_member).toMatchObject({ new_chat_member: { status: "member", user: { username: "dave" } } });
    await t.as("dave", "leaveChat", { chat_id: t.id("Team") });
    await t.ok("guard_bot", "getUpdates", { allowed_updates: [] });
    await t.updates("guard_bot");
  });

  test("chat_member says of each administrator whether the bot can edit them", async () => {
    await t.ok("guard_bot", "getUpdates", { allowed_updates: ["chat_member"] });
    await t.updates("guard_bot");
    const bob = { chat_id: t.id("Team"), user_id: t.id("bob") };
    await t.ok("guard_bot", "promoteChatMember", { ...bob, can_pin_messages: true });
    await t.ok("guard_bot", "promoteChatMember", bob);
    await t.as("alice", "promoteChatMember", { ...bob, can_pin_messages: true });
    const updates = await t.updates("guard_bot");
    const told = updates.map(({ chat_member }: { chat_member: Json }) => [
      chat_member.old_chat_member.can_be_edited,
      chat_member.new_chat_member.can_be_edited,
    ]);
    expect(told).toEqual([
      [undefined, true],
      [true, undefined],
      [undefined, false],
    ]);
    await t.as("alice", "promoteChatMember", bob);
    await t.ok("guard_bot", "getUpdates", { allowed_updates: [] });
    await t.updates("guard_bot");
  });
});
