/** A person's own bots: creating, changing, renewing the token and deleting, by methods and operators' commands. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { enginesInTurn, startWorld, type Json, type TestService } from "../support/service.ts";

describe.each(enginesInTurn())("own bots on %s", (engine) => {
  let t: TestService;
  beforeAll(async () => {
    t = await startWorld(engine, undefined, { bots_per_person: 4 });
  });
  afterAll(() => t.stop());

  const asBot = (token: string, method: string, params: object = {}) => t.post(`/bot${token}/${method}`, params);
  const operate = (command: string, options: object = {}): Promise<Json> => t.operate(command, options);

  test("createBot returns a working token, once", async () => {
    const made = await t.as("bob", "createBot", { name: " Weather ", username: "@weather_bot" });
    expect(made).toEqual({
      bot: {
        user: { id: expect.any(Number), is_bot: true, first_name: "Weather", username: "weather_bot" },
        description: "",
        short_description: "",
        commands: [],
        privacy: true,
        can_join_groups: true,
        topics: "off",
        dialect: "default",
        service_dialect: "native",
      },
      token: expect.stringMatching(/^\d+:[A-Za-z0-9_-]{43}$/),
      base_url: t.url,
    });
    expect((await asBot(made.token, "getMe")).body.result).toEqual(made.bot.user);
    expect(await t.as("bob", "listBots")).toEqual({ bots: [made.bot] });
    expect((await t.as("carla", "listBots")).bots).toEqual([]);
  });

  test("createBot describes what is wrong with a user name", async () => {
    const wrong: [string, string, string][] = [
      ["Rain", "rain", 'ending in "bot"'],
      ["Rain", "rbot", "5 to 32"],
      ["Rain", `${"r".repeat(30)}bot`, "5 to 32"],
      ["Rain", "1rain_bot", "beginning with a letter"],
      ["Rain", "wetter_für_bot", "Latin letters"],
      ["  ", "rain_bot", "name must be non-empty"],
      ["x".repeat(65), "rain_bot", "name is too long"],
    ];
    for (const [name, username, words] of wrong) {
      const answer = await t.person("bob", "createBot", { name, username });
      expect([answer.status, answer.body.description]).toEqual([400, expect.stringContaining(words)]);
    }
    const taken = await t.person("bob", "createBot", { name: "Echo", username: "ECHO_bot" });
    expect(taken.body).toMatchObject({ error_code: 400, reason: "USERNAME_TAKEN" });
  });

  test("the operator's limit applies, also to concurrent calls", async () => {
    const requests = Array.from({ length: 6 }, (_, i) => ({ name: "Many", username: `many${i}_bot` }));
    const answers = await Promise.all(requests.map((request) => t.person("dave", "createBot", request)));
    expect(answers.map((each) => each.status).sort()).toEqual([200, 200, 200, 200, 403, 403]);
    expect(answers.find((each) => each.status === 403)!.body.reason).toBe("TOO_MANY_BOTS");
    const { bots } = await t.as("dave", "listBots");
    expect(bots).toHaveLength(4);
    await t.as("dave", "deleteBot", { bot_id: bots[0].user.id });
    expect((await t.person("dave", "createBot", { name: "Many", username: "many9_bot" })).status).toBe(200);
  });

  test("editBot changes the given parameters only", async () => {
    const bot_id = t.id("echo_bot");
    const commands = [{ command: "start", description: "Begin" }];
    expect(await t.as("alice", "editBot", { bot_id, description: " Says it again. ", commands })).toMatchObject({
      description: "Says it again.",
      commands,
      privacy: true,
    });
    const edited = await t.as("alice", "editBot", { bot_id, name: "Echo 2", dialect: "telegram", privacy: false });
    expect(edited).toMatchObject({ description: "Says it again.", commands, privacy: false, dialect: "telegram" });
    expect(await t.ok("echo_bot", "getMe")).toMatchObject({
      first_name: "Echo 2",
      can_join_groups: true,
      can_read_all_group_messages: true,
    });
    expect((await t.bot("echo_bot", "sendMessage", { chat_id: 424_242, text: "x" })).status).toBe(400);
    expect(await t.ok("echo_bot", "getMyCommands")).toEqual(commands);
    await t.as("alice", "editBot", { bot_id, dialect: "default", privacy: true, description: "", commands: [] });
    expect((await t.bot("echo_bot", "sendMessage", { chat_id: 424_242, text: "x" })).status).toBe(404);
    expect(Object.keys(await t.ok("echo_bot", "getMe"))).toHaveLength(4);
    expect(await t.ok("echo_bot", "getMyCommands")).toEqual([]);
    for (const params of [{ dialect: "klingon" }, { name: "x".repeat(65) }, { description: "x".repeat(513) }])
      expect((await t.person("alice", "editBot", { bot_id, ...params })).status).toBe(400);
  });

  test("nobody can add a bot that may not join groups", async () => {
    const bot_id = t.id("stranger_bot");
    await operate("bot edit", { username: "stranger_bot", join_groups: "off" });
    const add = (who: string) => t.person(who, "addMember", { chat_id: t.id("Private"), user_id: bot_id });
    expect((await add("alice")).body).toMatchObject({ error_code: 403, reason: "BOT_JOINS_NO_GROUPS" });
    await operate("bot edit", { username: "stranger_bot", join_groups: "on" });
    expect((await add("alice")).status).toBe(200);
  });

  test("a new token invalidates the old one at once, and ends its poll", async () => {
    const bot_id = t.id("guard_bot");
    const old = t.token("guard_bot");
    const poll = asBot(old, "getUpdates", { timeout: 50 });
    await t.waiting(1);
    const { token } = await t.as("alice", "regenerateBotToken", { bot_id });
    expect((await poll).status).toBe(401);
    for (const method of ["getMe", "getUpdates"]) expect((await asBot(old, method)).status).toBe(401);
    expect((await asBot(token, "getMe")).status).toBe(200);
  });

  test("no poll outlives its token in any interleaving", async () => {
    const { bot, token } = await t.as("carla", "createBot", { name: "Racer", username: "racer_bot" });
    let current = token;
    for (let i = 0; i < 30; i++) {
      const poll = asBot(current, "getUpdates", { timeout: 50 });
      for (let j = 0; j < i % 6; j++) await t.fetch("/healthz");
      current = (await t.as("carla", "regenerateBotToken", { bot_id: bot.user.id })).token;
      expect((await poll).status).toBe(401);
    }
    await t.as("carla", "deleteBot", { bot_id: bot.user.id });
  });

  test("nobody can change others' bots, nor the assistant", async () => {
    for (const bot_id of [t.id("echo_bot"), t.id("stranger_bot"), t.id("alice"), 100, 424_242]) {
      for (const method of ["editBot", "regenerateBotToken", "deleteBot"]) {
        const answer = await t.person("carla", method, { bot_id, name: "Mine" });
        expect([answer.status, answer.body.reason]).toEqual([404, "BOT_NOT_FOUND"]);
      }
    }
    expect((await t.bot("echo_bot", "getMe")).status).toBe(200);
  });

  test("the assistant's methods do not exist for others", async () => {
    for (const method of ["createBot", "deleteBot", "listBots", "getNote", "setNote", "dueNotes"]) {
      const answer = await t.bot("echo_bot", method, { owner_id: t.id("alice"), user_id: t.id("alice") });
      expect([answer.status, answer.body.description]).toEqual([404, "Not Found: method not found"]);
    }
    expect(JSON.stringify((await t.fetch("/openapi.json")).body)).not.toContain("setNote");
  });

  test("deleteBot frees the user name and invalidates the token", async () => {
    const made = await t.as("carla", "createBot", { name: "Gone", username: "gone_bot" });
    await t.as("alice", "addMember", { chat_id: t.id("Team"), user_id: made.bot.user.id });
    const before = await t.ok("echo_bot", "getChatMemberCount", { chat_id: t.id("Team") });
    expect(await t.as("carla", "deleteBot", { bot_id: made.bot.user.id })).toBe(true);
    expect((await asBot(made.token, "getMe")).status).toBe(401);
    expect(await t.ok("echo_bot", "getChatMemberCount", { chat_id: t.id("Team") })).toBe(before - 1);
    expect((await t.person("carla", "deleteBot", { bot_id: made.bot.user.id })).status).toBe(404);
    expect((await t.person("bob", "createBot", { name: "Again", username: "gone_bot" })).status).toBe(200);
  });

  test("a private chat counts two members when its bot is deleted", async () => {
    const made = await t.as("carla", "createBot", { name: "Talker", username: "talker_bot" });
    const { chat } = await t.as("carla", "openChat", { user_id: made.bot.user.id });
    await t.as("carla", "startBot", { user_id: made.bot.user.id });
    await t.as("carla", "deleteBot", { bot_id: made.bot.user.id });
    const { chats } = await t.as("carla", "listChats");
    expect(chats.find((row: Json) => row.chat.id === chat.id)).toMatchObject({ member_count: 2 });
  });

  test("operators do the same to every bot", async () => {
    const made = await operate("bot create", { username: "ops_bot", owner: "carla" });
    expect((await asBot(made.token, "getMe")).status).toBe(200);
    expect((await t.as("carla", "listBots")).bots.map((each: Json) => each.user.username)).toEqual(["ops_bot"]);
    const change = {
      name: "Ops",
      privacy: "off",
      dialect: "telegram",
      commands: '[{"command":"a","description":"b"}]',
    };
    expect(await operate("bot edit", { username: "ops_bot", ...change })).toMatchObject({
      name: "Ops",
      privacy: false,
      dialect: "telegram",
    });
    expect((await asBot(made.token, "getMyCommands")).body.result).toEqual([{ command: "a", description: "b" }]);
    const { token } = await operate("bot token", { username: "ops_bot" });
    expect((await asBot(made.token, "getMe")).status).toBe(401);
    expect(await operate("bot delete", { username: "ops_bot" })).toMatchObject({ deleted: true });
    expect((await asBot(token, "getMe")).status).toBe(401);
    expect(JSON.stringify(await operate("bot list"))).not.toContain("ops_bot");
    const wrong: [string, object, string][] = [
      ["bot create", { username: "nobot_x" }, 'ending in "bot"'],
      ["bot create", { username: "echo_bot" }, "is taken"],
      ["bot create", { username: "new_bot", owner: "echo_bot" }, "nobody is called"],
      ["bot edit", { username: "guard_bot", privacy: "perhaps" }, "on or off"],
      ["bot token", { username: "assistant" }, "there is no bot called @assistant"],
      ["bot fly", {}, "does not know"],
    ];
    for (const [command, options, words] of wrong) await expect(operate(command, options)).rejects.toThrow(words);
  });
});
