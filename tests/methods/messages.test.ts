/** Sending, editing, deleting, forwarding and replying (interface.md; behaviour.md §4). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { enginesInTurn, startWorld, type Json, type TestService } from "../support/service.ts";

describe.each(enginesInTurn())("messages on %s", (engine) => {
  let t: TestService;
  let team: number;
  beforeAll(async () => {
    t = await startWorld(engine);
    team = t.id("Team");
  });
  afterAll(() => t.stop());

  const send = (params: object = {}): Promise<Json> =>
    t.ok("guard_bot", "sendMessage", { chat_id: team, text: "hello", ...params });

  test("getMe has exactly four fields", async () => {
    expect(await t.ok("echo_bot", "getMe")).toEqual({
      id: t.id("echo_bot"),
      is_bot: true,
      first_name: "Echo",
      username: "echo_bot",
    });
  });

  test("a message has the fields that apply to it and no others", async () => {
    const message = await t.ok("echo_bot", "sendMessage", { chat_id: t.id("alice"), text: "  hi there " });
    expect(message).toEqual({
      message_id: 1,
      from: { id: t.id("echo_bot"), is_bot: true, first_name: "Echo", username: "echo_bot" },
      chat: { id: t.id("alice"), type: "private", first_name: "Alice", username: "alice" },
      date: Math.floor(t.clock.now() / 1000),
      text: "hi there",
    });
  });

  test("message ids are consecutive in each chat", async () => {
    const first = await send();
    const second = await send();
    expect(second.message_id).toBe(first.message_id + 1);
  });

  test("entities: given, parsed and detected", async () => {
    expect((await send({ text: "<b>a</b> /go", parse_mode: "html" })).entities).toEqual([
      { type: "bold", offset: 0, length: 1 },
      { type: "bot_command", offset: 2, length: 3 },
    ]);
    expect((await send({ text: "ab", entities: [{ type: "italic", offset: 0, length: 2 }] })).entities).toEqual([
      { type: "italic", offset: 0, length: 2 },
    ]);
    const mention = await send({ text: `<a href="tg://user?id=${t.id("bob")}">Bob</a>`, parse_mode: "HTML" });
    expect(mention.entities).toEqual([
      { type: "text_mention", offset: 0, length: 3, user: expect.objectContaining({ username: "bob" }) },
    ]);
  });

  test("accounts that a bot cannot write to", async () => {
    const cases: [string, object, number, string][] = [
      ["echo_bot", { chat_id: t.id("bob") }, 403, "bot can't initiate conversation with a user"],
      ["echo_bot", { chat_id: t.id("guard_bot") }, 403, "bot can't send messages to bots"],
      ["echo_bot", { chat_id: 77 }, 404, "Not Found: chat not found"],
      ["echo_bot", { chat_id: "@nobody" }, 404, "Not Found: chat not found"],
      ["echo_bot", { chat_id: t.id("Private") }, 403, "bot is not a member of the supergroup chat"],
      ["echo_bot", { chat_id: t.id("alice"), text: "" }, 400, "message text is empty"],
      ["echo_bot", { chat_id: "", text: "x" }, 400, "chat_id is empty"],
      ["echo_bot", { chat_id: t.id("alice"), text: "x".repeat(4097) }, 400, "message is too long"],
      ["echo_bot", { chat_id: t.id("alice"), text: "<b>", parse_mode: "HTML" }, 400, "can't parse entities: "],
      ["echo_bot", { chat_id: t.id("alice"), parse_mode: "bbcode" }, 400, "unsupported parse_mode"],
      ["echo_bot", { chat_id: t.id("alice"), reply_to_message_id: 999 }, 400, "message to be replied not found"],
    ];
    for (const [bot, params, status, words] of cases) {
      const answer = await t.bot(bot, "sendMessage", { text: "x", ...params });
      expect([answer.status, answer.body.description]).toEqual([status, expect.stringContaining(words)]);
      expect(answer.body.trace_id).toBe(answer.headers.get("x-trace-id"));
    }
  });

  test("text length is counted in code points after parsing", async () => {
    expect((await send({ text: "😀".repeat(4096) })).text).toHaveLength(8192);
    expect((await t.bot("guard_bot", "sendMessage", { chat_id: team, text: "😀".repeat(4097) })).status).toBe(400);
  });

  test("given entities are kept completely or refused", async () => {
    const given = (type: string, rest: object = {}) => ({
      text: "\r\n a\r\nbold",
      entities: [{ type, offset: 6, length: 4, ...rest }],
    });
    expect(await send(given("bold", { url: "https://x.example" }))).toMatchObject({
      text: "a\nbold",
      entities: [{ type: "bold", offset: 2, length: 4 }],
    });
    expect((await send(given("text_link", { url: "x.example" }))).entities).toEqual([
      { type: "text_link", offset: 2, length: 4, url: "http://x.example" },
    ]);
    const nobody = await send({ text: '<a href="tg://user?id=999999">who</a>', parse_mode: "HTML" });
    expect(nobody).not.toHaveProperty("entities");
    expect(await send(given("text_link", { url: "javascript:alert(1)" }))).not.toHaveProperty("entities");
    for (const [type, words] of [
      ["glow", 'Unsupported entity type "glow"'],
      ["text_link", 'Entity "text_link" has no "url"'],
    ] as const) {
      const answer = await t.bot("guard_bot", "sendMessage", { chat_id: team, ...given(type) });
      expect(answer.body).toMatchObject({
        error_code: 400,
        description: `Bad Request: can't parse entities: ${words}`,
      });
    }
  });

  test("a blocked bot gets an update, and 403", async () => {
    await t.as("bob", "startBot", { user_id: t.id("echo_bot") });
    await t.updates("echo_bot");
    await t.as("bob", "blockUser", { user_id: t.id("echo_bot") });
    const answer = await t.bot("echo_bot", "sendMessage", { chat_id: t.id("bob"), text: "x" });
    expect(answer.body).toMatchObject({ error_code: 403, description: "Forbidden: bot was blocked by the user" });
    const [update] = await t.updates("echo_bot");
    expect(update.my_chat_member.new_chat_member.status).toBe("kicked");
    await t.as("bob", "unblockUser", { user_id: t.id("echo_bot") });
    await t.ok("echo_bot", "sendMessage", { chat_id: t.id("bob"), text: "x" });
  });

  test("answers: one level deep, in either form, and optional", async () => {
    const first = await send({ text: "first" });
    const second = await send({ text: "second", reply_to_message_id: first.message_id });
    expect(second.reply_to_message).toMatchObject({ message_id: first.message_id, text: "first" });
    const third = await send({
      reply_parameters: { message_id: second.message_id, chat_id: String(team), quote: "sec" },
    });
    expect(third.reply_to_message.reply_to_message).toBeUndefined();
    expect(third.quote).toEqual({ text: "sec", position: 0, is_manual: true });
    const styled = await send({ text: "*one* ||two three||", parse_mode: "MarkdownV2" });
    const hidden = await send({
      reply_parameters: { message_id: styled.message_id, quote: "e two", quote_position: 1 },
    });
    expect(hidden.quote).toEqual({
      text: "e two",
      position: 2,
      entities: [
        { type: "bold", offset: 0, length: 1 },
        { type: "spoiler", offset: 2, length: 3 },
      ],
      is_manual: true,
    });
    const named = await send({ reply_parameters: { message_id: first.message_id, chat_id: "@TEAM" } });
    expect(named.reply_to_message.message_id).toBe(first.message_id);
    const orphan = await send({ reply_to_message_id: 9999, allow_sending_without_reply: true });
    expect(orphan.reply_to_message).toBeUndefined();
  });

  test("keyboards: kept, shown, and refused when wrong", async () => {
    const inline = {
      inline_keyboard: [
        [
          { text: "A", callback_data: "a" },
          { text: "B", url: "https://b.example" },
          { text: "C", copy_text: { text: "🙂".repeat(256) } },
        ],
      ],
    };
    expect((await send({ reply_markup: inline })).reply_markup).toEqual(inline);
    expect((await send({ reply_markup: JSON.stringify(inline) })).reply_markup).toEqual(inline);
    expect((await send({ reply_markup: { keyboard: [["x"]], resize_keyboard: true } })).reply_markup).toBeUndefined();
    const history = await t.as("alice", "getHistory", { chat_id: team, limit: 1 });
    expect(history.messages[0].reply_markup).toEqual({ keyboard: [[{ text: "x" }]], resize_keyboard: true });
    // Calendars and grids have blank cells: a space, a no-break space, an em space.
    const blank = { inline_keyboard: [[" ", "\u00a0", "\u2003"].map((text) => ({ text, callback_data: "none" }))] };
    expect((await send({ reply_markup: blank })).reply_markup).toEqual(blank);
    await send({ reply_markup: { keyboard: [[" ", { text: "\u2003" }]] } });
    const cells = await t.as("alice", "getHistory", { chat_id: team, limit: 1 });
    expect(cells.messages[0].reply_markup).toMatchObject({ keyboard: [[{ text: " " }, { text: "\u2003" }]] });
    const wrong: [unknown, string][] = [
      [[], "object expected as reply markup"],
      [{ inline_keyboard: [[{ text: "", callback_data: "a" }]] }, 'field "text" must be a non-empty string'],
      [{ inline_keyboard: [[{ text: "A" }]] }, "Text buttons are unallowed in the inline keyboard"],
      [{ inline_keyboard: [[{ text: "A", callback_data: "x".repeat(65) }]] }, "BUTTON_DATA_INVALID"],
      [{ inline_keyboard: [Array.from({ length: 101 }, () => ({ text: "A", callback_data: "a" }))] }, "at most 100"],
      [{ inline_keyboard: [[{ text: "A", url: "javascript:alert(1)" }]] }, "is invalid"],
      [{ inline_keyboard: [[{ text: "A", disabled: true }]] }, "Text buttons are unallowed"],
      [{ inline_keyboard: [[{ text: "A", icon_custom_emoji_id: {}, disabled: {} }]] }, "must be a text"],
      [{ inline_keyboard: [[{ text: "A", copy_text: { text: "" } }]] }, 'field "copy_text"'],
      [{ inline_keyboard: [[{ text: "A", copy_text: { text: "x".repeat(257) } }]] }, 'field "copy_text"'],
      ["{", "can't parse reply keyboard markup JSON object"],
    ];
    for (const [reply_markup, words] of wrong) {
      const answer = await t.bot("guard_bot", "sendMessage", { chat_id: team, text: "x", reply_markup });
      expect([answer.status, answer.body.description]).toEqual([400, expect.stringContaining(words)]);
    }
  });

  test("buttons keep their icons, and disabled ones have nothing to press", async () => {
    const looks = {
      inline_keyboard: [
        [
          { text: "A", icon_custom_emoji_id: "5368324170671202286", callback_data: "a", style: "danger" },
          { text: "B", icon_custom_emoji_id: "1", disabled: {} },
        ],
      ],
    };
    const dead = await send({ reply_markup: looks });
    expect(dead.reply_markup).toEqual(looks);
    const press = { chat_id: team, message_id: dead.message_id, callback_data: "B" };
    expect((await t.person("alice", "pressButton", press)).body.reason).toBe("BUTTON_NOT_FOUND");
    await send({
      reply_markup: {
        keyboard: [
          [
            { text: "x", icon_custom_emoji_id: 7 },
            { text: "y", icon_custom_emoji_id: "9".repeat(65) },
          ],
        ],
      },
    });
    const icons = await t.as("alice", "getHistory", { chat_id: team, limit: 1 });
    expect(icons.messages[0].reply_markup.keyboard).toEqual([
      [{ text: "x", icon_custom_emoji_id: "7" }, { text: "y" }],
    ]);
  });

  test("editing: own messages, real changes", async () => {
    const markup = { inline_keyboard: [[{ text: "A", callback_data: "a" }]] };
    const { message_id } = await send({ text: "before", reply_markup: markup });
    t.clock.advance(5000);
    const edited = await t.ok("guard_bot", "editMessageText", { chat_id: team, message_id, text: "after" });
    expect(edited).toMatchObject({ message_id, text: "after", edit_date: Math.floor(t.clock.now() / 1000) });
    expect(edited.reply_markup).toBeUndefined();
    const again = await t.bot("guard_bot", "editMessageText", { chat_id: team, message_id, text: "after" });
    expect(again.body).toMatchObject({
      error_code: 400,
      description: expect.stringContaining("message is not modified"),
    });
    const foreign = await t.bot("echo_bot", "editMessageText", { chat_id: team, message_id, text: "mine" });
    expect(foreign.body).toMatchObject({ error_code: 403, description: "Forbidden: message can't be edited" });
    const missing = await t.bot("guard_bot", "editMessageText", { chat_id: team, message_id: 9999, text: "x" });
    expect(missing.body).toMatchObject({ error_code: 404, description: "Not Found: message to edit not found" });
    const marked = await t.ok("guard_bot", "editMessageReplyMarkup", {
      chat_id: team,
      message_id,
      reply_markup: markup,
    });
    expect(marked.reply_markup).toEqual(markup);
    expect((await t.bot("guard_bot", "editMessageCaption", { chat_id: team, message_id, caption: "x" })).status).toBe(
      400,
    );
  });

  test("deleting: one's own, or anybody's with the right", async () => {
    const { message_id } = await t.as("bob", "sendMessage", { chat_id: team, text: "x" });
    expect((await t.bot("echo_bot", "deleteMessage", { chat_id: team, message_id })).status).toBe(403);
    await t.ok("guard_bot", "deleteMessage", { chat_id: team, message_id });
    expect((await t.bot("guard_bot", "deleteMessage", { chat_id: team, message_id })).body.description).toBe(
      "Not Found: message to delete not found",
    );
    const [a, b] = [await send(), await send()];
    await t.ok("guard_bot", "deleteMessages", { chat_id: team, message_ids: [a.message_id, b.message_id, 9999] });
    expect((await t.bot("guard_bot", "deleteMessage", { chat_id: team, message_id: b.message_id })).status).toBe(404);
  });

  test("forwarding shows the origin, copying does not", async () => {
    const { message_id } = await t.as("bob", "sendMessage", { chat_id: team, text: "wise words" });
    const forwarded = await t.ok("guard_bot", "forwardMessage", {
      chat_id: t.id("alice"),
      from_chat_id: team,
      message_id,
    });
    expect(forwarded).toMatchObject({
      text: "wise words",
      forward_from: { username: "bob" },
      forward_origin: { type: "user" },
    });
    const copied = await t.ok("guard_bot", "copyMessage", { chat_id: t.id("alice"), from_chat_id: team, message_id });
    expect(copied).toEqual({ message_id: forwarded.message_id + 1 });
    const guarded = await send({ protect_content: true });
    const refused = await t.bot("guard_bot", "forwardMessage", {
      chat_id: t.id("alice"),
      from_chat_id: team,
      message_id: guarded.message_id,
    });
    expect(refused.status).toBe(400);
    const outside = await t.bot("echo_bot", "forwardMessage", {
      chat_id: t.id("alice"),
      from_chat_id: t.id("Private"),
      message_id: 1,
    });
    expect(outside.status).toBe(403);
  });

  test("a button press reaches the bot, and its answer the person", async () => {
    const { message_id } = await send({ reply_markup: { inline_keyboard: [[{ text: "A", callback_data: "a" }]] } });
    await t.updates("guard_bot");
    const { callback_query_id } = await t.as("bob", "pressButton", { chat_id: team, message_id, callback_data: "a" });
    const [{ callback_query }] = await t.updates("guard_bot");
    expect(callback_query).toMatchObject({
      id: callback_query_id,
      data: "a",
      from: { username: "bob" },
      message: { message_id },
    });
    expect(typeof callback_query.chat_instance).toBe("string");
    expect((await t.bot("echo_bot", "answerCallbackQuery", { callback_query_id })).status).toBe(400);
    for (const url of ["javascript:alert(1)", "tg://user?id=1", "https://", "no address"]) {
      const { status, body } = await t.bot("guard_bot", "answerCallbackQuery", { callback_query_id, url });
      expect([status, body.description]).toEqual([400, "Bad Request: URL_INVALID"]);
    }
    await t.ok("guard_bot", "answerCallbackQuery", { callback_query_id, text: "done" });
    expect((await t.bot("guard_bot", "answerCallbackQuery", { callback_query_id })).body.description).toContain(
      "query is too old",
    );
    expect((await t.person("bob", "pressButton", { chat_id: team, message_id, callback_data: "z" })).status).toBe(400);
  });

  test("locations, venues, contacts, dice", async () => {
    const at = { chat_id: team, latitude: 52.5, longitude: "13.4" };
    expect((await t.ok("guard_bot", "sendLocation", at)).location).toEqual({ latitude: 52.5, longitude: 13.4 });
    expect((await t.ok("guard_bot", "sendVenue", { ...at, title: "Office", address: "1 Street" })).venue.title).toBe(
      "Office",
    );
    expect((await t.bot("guard_bot", "sendLocation", { ...at, latitude: 91 })).status).toBe(400);
    expect(
      (await t.ok("guard_bot", "sendContact", { chat_id: team, phone_number: "123", first_name: "X" })).contact
        .first_name,
    ).toBe("X");
    const { dice } = await t.ok("guard_bot", "sendDice", { chat_id: team });
    expect(dice.value).toBeGreaterThanOrEqual(1);
    expect(dice.value).toBeLessThanOrEqual(6);
  });

  test("pins, titles, descriptions, permissions, links", async () => {
    const { message_id } = await send({ text: "keep this" });
    await t.ok("guard_bot", "pinChatMessage", { chat_id: team, message_id });
    expect((await t.ok("guard_bot", "getChat", { chat_id: team })).pinned_message.message_id).toBe(message_id);
    await t.ok("guard_bot", "unpinChatMessage", { chat_id: team });
    expect((await t.ok("guard_bot", "getChat", { chat_id: team })).pinned_message).toBeUndefined();
    await t.ok("guard_bot", "setChatTitle", { chat_id: team, title: "The Team" });
    await t.ok("guard_bot", "setChatDescription", { chat_id: team, description: "us" });
    await t.ok("guard_bot", "setChatPermissions", { chat_id: team, permissions: { can_send_polls: true } });
    expect(await t.ok("guard_bot", "getChat", { chat_id: team })).toMatchObject({
      title: "The Team",
      description: "us",
      permissions: { can_send_messages: true, can_send_polls: true, can_send_photos: false },
    });
    const { invite_link } = await t.ok("guard_bot", "createChatInviteLink", { chat_id: team, member_limit: 1 });
    await t.as("dave", "joinChat", { invite_link });
    expect((await t.person("carla", "joinChat", { invite_link })).status).toBe(404);
    expect((await t.ok("guard_bot", "revokeChatInviteLink", { chat_id: team, invite_link })).is_revoked).toBe(true);
    expect(await t.ok("guard_bot", "exportChatInviteLink", { chat_id: team })).toContain(`${t.url}/join/`);
  });

  test("what is small: counts, actions, leaving the poll, all pins at once", async () => {
    expect(await t.ok("echo_bot", "getChatMemberCount", { chat_id: team })).toBe(6);
    expect(await t.ok("echo_bot", "getChatMembersCount", { chat_id: team })).toBe(6);
    expect(await t.ok("echo_bot", "sendChatAction", { chat_id: team, action: "TYPING" })).toBe(true);
    expect((await t.bot("echo_bot", "sendChatAction", { chat_id: team, action: "dancing" })).status).toBe(400);
    const poll = t.ok("echo_bot", "getUpdates", { offset: -1, timeout: 50 });
    await t.updates("echo_bot");
    await t.ok("echo_bot", "close");
    await t.ok("echo_bot", "logOut");
    expect(Array.isArray(await poll)).toBe(true);
    for (const text of ["a", "b"]) {
      const { message_id } = await send({ text });
      await t.ok("guard_bot", "pinChatMessage", { chat_id: team, message_id });
    }
    await t.ok("guard_bot", "unpinAllChatMessages", { chat_id: team });
    expect((await t.ok("guard_bot", "getChat", { chat_id: team })).pinned_message).toBeUndefined();
  });

  test("a private chat has two members, whatever is started, blocked and unblocked", async () => {
    const bot_id = t.id("stranger_bot");
    const chat_id = t.id("carla");
    const count = () => t.ok("stranger_bot", "getChatMemberCount", { chat_id });
    await t.as("carla", "startBot", { user_id: bot_id });
    expect(await count()).toBe(2);
    await t.as("carla", "blockUser", { user_id: bot_id });
    await t.as("carla", "startBot", { user_id: bot_id });
    expect(await count()).toBe(2);
  });

  test("concurrent calls that set the same value all succeed", async () => {
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, i) =>
        t.bot("guard_bot", "setMyCommands", { commands: [{ command: `c${i}`, description: "One of many" }] }),
      ),
    );
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 200));
    expect(await t.ok("guard_bot", "getMyCommands")).toHaveLength(1);
    await t.ok("guard_bot", "deleteMyCommands");
  });

  test("commands are kept by scope", async () => {
    const commands = [{ command: "start", description: "Begin" }];
    await t.ok("echo_bot", "setMyCommands", { commands });
    await t.ok("echo_bot", "setMyCommands", {
      commands: [{ command: "ban", description: "Out" }],
      scope: { type: "chat", chat_id: team },
    });
    expect(await t.ok("echo_bot", "getMyCommands")).toEqual(commands);
    expect(await t.ok("echo_bot", "getMyCommands", { scope: { type: "chat", chat_id: team } })).toHaveLength(1);
    await t.ok("echo_bot", "deleteMyCommands");
    expect(await t.ok("echo_bot", "getMyCommands")).toEqual([]);
    expect(
      (await t.bot("echo_bot", "setMyCommands", { commands: [{ command: "No!", description: "x" }] })).status,
    ).toBe(400);
  });

  test("messages of a channel are sent as the channel", async () => {
    const post = await t.ok("guard_bot", "sendMessage", { chat_id: t.id("News"), text: "news" });
    expect(post.from).toBeUndefined();
    expect(post.sender_chat).toMatchObject({ id: t.id("News"), type: "channel" });
    expect((await t.person("bob", "sendMessage", { chat_id: t.id("News"), text: "x" })).body.reason).toBe("CANT_POST");
    await t.updates("guard_bot");
    await t.as("alice", "sendMessage", { chat_id: t.id("News"), text: "more" });
    const [{ channel_post: theirs }] = await t.updates("guard_bot");
    expect(theirs.text).toBe("more");
    const edit = { chat_id: t.id("News"), message_id: theirs.message_id, text: "less" };
    expect((await t.bot("guard_bot", "editMessageText", edit)).status).toBe(403);
    expect((await t.as("alice", "editMessageText", { ...edit, message_id: post.message_id })).text).toBe("less");
  });
});

test("the telegram dialect changes responses only", async () => {
  const t = await startWorld("memory", undefined, { dialect: "telegram" });
  expect(Object.keys(await t.ok("echo_bot", "getMe"))).toContain("can_join_groups");
  const missing = await t.bot("echo_bot", "sendMessage", { chat_id: 77, text: "x" });
  expect(missing.body).toMatchObject({ error_code: 400, description: "Bad Request: chat not found" });
  const { message_id } = await t.ok("guard_bot", "sendMessage", { chat_id: "@team", text: "x" });
  const foreign = await t.bot("echo_bot", "editMessageText", { chat_id: "@team", message_id, text: "y" });
  expect(foreign.body).toMatchObject({ error_code: 400, description: "Bad Request: message can't be edited" });
  const form = new FormData();
  form.set("chat_id", "@team");
  form.set("document", new Blob(["x"]), "x.txt");
  const { document } = (await t.post(`/bot${t.token("guard_bot")}/sendDocument`, form)).body.result;
  const byGet = await t.fetch(`/bot${t.token("guard_bot")}/sendDocument?chat_id=@team&document=${document.file_id}`);
  expect(byGet.body.result.document.file_unique_id).toBe(document.file_unique_id);
  const carla = { chat_id: "@team", user_id: t.id("carla") };
  await t.ok("guard_bot", "promoteChatMember", { ...carla, can_pin_messages: true });
  expect(await t.ok("guard_bot", "setChatAdministratorCustomTitle", carla)).toBe(true);
  await t.stop();
});
