/** What a bot sets about itself: names and descriptions by language, suggested rights, menu buttons (behaviour.md §2). */
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { setLanguageCode } from "heliogram/store/queries/accounts/accounts.ts";
import { renewWorld } from "../support/renew-world.ts";
import { engines, startWorld, type Json, type TestService } from "../support/service.ts";

describe.each(engines())("a bot's settings on %s", (engine) => {
  let t: TestService;
  beforeAll(async () => {
    t = await startWorld(engine);
  });
  beforeEach(() => renewWorld(t));
  afterAll(() => t.stop());

  const profile = (who: string): Promise<Json> => t.as(who, "getProfile", { user_id: t.id("echo_bot") });
  const speaks = (who: string, language: string) =>
    t.service.db.write((tx) => setLanguageCode(tx, t.id(who), language));

  const TEXTS: readonly (readonly [string, string, string, (shown: Json) => string, number])[] = [
    ["setMyName", "getMyName", "name", ({ user }) => user.first_name, 64],
    ["setMyDescription", "getMyDescription", "description", ({ description = "" }) => description, 512],
    ["setMyShortDescription", "getMyShortDescription", "short_description", ({ about }) => about, 120],
  ];

  test.each(TEXTS)("%s sets a text for all languages and for one", async (set, get, field, shown, limit) => {
    const write = (text: string, language_code?: string) =>
      t.ok("echo_bot", set, { [field]: text, ...(language_code === undefined ? {} : { language_code }) });
    const read = async (language_code?: string) =>
      (await t.ok("echo_bot", get, language_code === undefined ? {} : { language_code }))[field];
    await write(" Echo all ");
    await write("Hallo", "de");
    expect([await read(), await read("de"), await read("fr")]).toEqual(["Echo all", "Hallo", "Echo all"]);
    await speaks("bob", "de-at");
    expect([shown(await profile("alice")), shown(await profile("bob"))]).toEqual(["Echo all", "Hallo"]);
    await write("", "de");
    expect([await read("de"), shown(await profile("bob"))]).toEqual(["Echo all", "Echo all"]);
    const long = await t.bot("echo_bot", set, { [field]: "x".repeat(limit + 1) });
    expect([long.status, long.body.description]).toEqual([400, expect.stringContaining(`at most ${limit} characters`)]);
    await write("x".repeat(limit), "de");
    const wrong = await t.bot("echo_bot", set, { [field]: "x", language_code: "german" });
    expect([wrong.status, wrong.body.description]).toEqual([400, "Bad Request: invalid language code specified"]);
  });

  test("the texts of languages are independent, and each falls back to that of all", async () => {
    const languages = ["", "de", "fr"];
    const step = fc.record({
      which: fc.constantFrom(...TEXTS),
      language_code: fc.constantFrom(...languages),
      text: fc.constantFrom("", "one", "two"),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
        const model = new Map<string, string>();
        // A bot has a name.
        const written = steps.filter(
          ({ which, language_code, text }) => which[2] !== "name" || language_code + text !== "",
        );
        const first = TEXTS.flatMap((which) => languages.map((language_code) => ({ which, language_code, text: "" })));
        const start = first.map((each) =>
          each.which[2] === "name" && each.language_code === "" ? { ...each, text: "Echo" } : each,
        );
        for (const { which, language_code, text } of [...start, ...written]) {
          const [set, , field] = which;
          await t.ok("echo_bot", set, { [field]: text, language_code });
          model.set(`${field} ${language_code}`, text);
        }
        for (const [, get, field] of TEXTS) {
          for (const language_code of languages) {
            const wanted = model.get(`${field} ${language_code}`) || model.get(`${field} `);
            expect((await t.ok("echo_bot", get, { language_code }))[field]).toBe(wanted);
          }
        }
      }),
      { numRuns: 8 },
    );
  });

  test("descriptions can be removed, the name cannot", async () => {
    await t.ok("echo_bot", "setMyDescription", { description: "Says it again" });
    await t.ok("echo_bot", "setMyDescription");
    await t.ok("echo_bot", "setMyShortDescription", { short_description: "Echo" });
    await t.ok("echo_bot", "setMyShortDescription", { short_description: "" });
    expect(await t.ok("echo_bot", "getMyDescription")).toEqual({ description: "" });
    expect(await t.ok("echo_bot", "getMyShortDescription")).toEqual({ short_description: "" });
    const nameless = await t.bot("echo_bot", "setMyName", {});
    expect([nameless.status, nameless.body.description]).toEqual([400, "Bad Request: name must be non-empty"]);
  });

  test("a new name is shown in chats and found, and is that of the owner's page", async () => {
    const chat_id = t.id("Team");
    const { seq } = (await t.as("alice", "listChats")).chats.find((row: Json) => row.chat.id === chat_id);
    await t.ok("echo_bot", "setMyName", { name: "Reverb" });
    expect((await t.ok("echo_bot", "getMe")).first_name).toBe("Reverb");
    const { events } = await t.as("alice", "getDifference", { chat_id, seq });
    expect(events.map((event: Json) => [event.kind, event.user?.first_name ?? event.member?.user.first_name])).toEqual([
      ["member", "Reverb"],
    ]);
    expect((await t.as("bob", "search", { query: "rever" })).users.map(({ id }: Json) => id)).toEqual([
      t.id("echo_bot"),
    ]);
    await t.ok("echo_bot", "setMyShortDescription", { short_description: "An echo" });
    const { bots } = await t.as("alice", "listBots");
    expect(bots[0]).toMatchObject({ user: { first_name: "Reverb" }, short_description: "An echo" });
    const bot_id = t.id("echo_bot");
    await t.as("alice", "editBot", { bot_id, short_description: "Another", description: "Long" });
    expect(await t.ok("echo_bot", "getMyShortDescription")).toEqual({ short_description: "Another" });
    expect(await t.ok("echo_bot", "getMyDescription")).toEqual({ description: "Long" });
  });

  test("suggested rights are kept for groups and for channels, and shown to who promotes the bot", async () => {
    const get = (for_channels?: boolean) =>
      t.ok("echo_bot", "getMyDefaultAdministratorRights", for_channels === undefined ? {} : { for_channels });
    const given = (rights: Json) => Object.keys(rights).filter((name) => rights[name] === true);
    expect(given(await get())).toEqual([]);
    const rights = { can_pin_messages: true, can_post_messages: true, can_delete_messages: true, is_anonymous: true };
    await t.ok("echo_bot", "setMyDefaultAdministratorRights", { rights });
    await t.ok("echo_bot", "setMyDefaultAdministratorRights", { rights: JSON.stringify(rights), for_channels: true });
    expect(given(await get())).toEqual(["is_anonymous", "can_delete_messages", "can_pin_messages"]);
    expect(given(await get(true))).toEqual(["is_anonymous", "can_post_messages", "can_delete_messages"]);
    expect(
      [await get(), await get(true)].map((each) => ["can_post_messages" in each, "can_pin_messages" in each]),
    ).toEqual([
      [false, true],
      [true, false],
    ]);
    const member = { chat_id: t.id("Team"), user_id: t.id("echo_bot") };
    expect((await t.as("alice", "getMember", member)).suggested_rights).toEqual(await get());
    expect((await t.ok("echo_bot", "getChatMember", member)).suggested_rights).toBeUndefined();
    await t.as("alice", "promoteChatMember", { ...member, can_delete_messages: true });
    expect((await t.as("alice", "getMember", member)).suggested_rights).toBeUndefined();
    await t.ok("echo_bot", "setMyDefaultAdministratorRights");
    expect([given(await get()), given(await get(true))]).toEqual([[], expect.arrayContaining(["can_post_messages"])]);
    const wrong = await t.bot("echo_bot", "setMyDefaultAdministratorRights", { rights: { can_pin_messages: "x" } });
    expect(wrong.status).toBe(400);
  });

  test("a menu button is that of the chat, else that of all chats", async () => {
    const [alice, bob] = [t.id("alice"), t.id("bob")];
    for (const who of ["alice", "bob"]) await t.as(who, "startBot", { user_id: t.id("echo_bot") });
    const get = async (chat_id?: number) =>
      (await t.ok("echo_bot", "getChatMenuButton", chat_id === undefined ? {} : { chat_id })).type;
    const shown = async (who: string) =>
      (await t.as(who, "listBotCommands", { chat_id: t.id("echo_bot") }))[0].menu_button;
    expect([await get(), await get(alice), await shown("alice")]).toEqual(["default", "default", undefined]);
    await t.ok("echo_bot", "setChatMenuButton", { chat_id: alice, menu_button: { type: "commands" } });
    expect([await get(), await get(alice), await get(bob)]).toEqual(["default", "commands", "default"]);
    expect([await shown("alice"), await shown("bob")]).toEqual(["commands", undefined]);
    await t.ok("echo_bot", "setChatMenuButton", { menu_button: JSON.stringify({ type: "commands" }) });
    await t.ok("echo_bot", "setChatMenuButton", { chat_id: alice, menu_button: { type: "default" } });
    expect([await get(), await get(bob), await shown("alice")]).toEqual(["commands", "commands", "commands"]);
    await t.ok("echo_bot", "setChatMenuButton");
    expect([await get(), await get(alice), await shown("bob")]).toEqual(["default", "default", undefined]);
    const team = await t.as("alice", "listBotCommands", { chat_id: t.id("Team") });
    expect(team.every((each: Json) => !("menu_button" in each))).toBe(true);
    const refused = await Promise.all(
      [
        { menu_button: { type: "web_app", text: "Open", web_app: { url: "https://example.com" } } },
        { menu_button: { type: "other" } },
        { menu_button: [] },
        { chat_id: t.id("Team") },
      ].map((params) => t.bot("echo_bot", "setChatMenuButton", params)),
    );
    expect(refused.map(({ status }) => status)).toEqual([400, 400, 400, 400]);
    expect(refused[0]!.body.description).toBe("Bad Request: menu buttons of type web_app are not supported");
  });
});
