/** Display options of messages: stored, returned, and kept by forwards and copies (behaviour.md §4). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { drawPicture } from "../support/media.ts";
import { engineIndependent, startWorld, type Json, type TestService } from "../support/service.ts";

describe.each(engineIndependent())("display options on %s", (engine) => {
  let t: TestService;
  let team: number;
  let photo: string;
  beforeAll(async () => {
    t = await startWorld(engine);
    team = t.id("Team");
    const form = new FormData();
    form.set("chat_id", String(team));
    form.set("photo", new Blob([Uint8Array.from(await drawPicture(9, 9, "#336699"))]), "a.png");
    photo = (await t.ok("guard_bot", "sendPhoto", form)).photo.at(-1).file_id;
  });
  afterAll(() => t.stop());

  const call = (method: string, params: object): Promise<Json> =>
    t.ok("guard_bot", method, { chat_id: team, ...params });
  /** The display options of a message. */
  const looks = ({ has_media_spoiler, show_caption_above_media, link_preview_options }: Json): Json =>
    JSON.parse(JSON.stringify({ has_media_spoiler, show_caption_above_media, link_preview_options }));
  const covered = { has_spoiler: true, show_caption_above_media: true };
  const shown = { has_media_spoiler: true, show_caption_above_media: true };

  test("spoilers and captions above media survive forwards, copies and edits", async () => {
    const sent = await call("sendPhoto", { photo, caption: "a", ...covered });
    expect(looks(sent)).toEqual(shown);
    const { message_id } = sent;
    const [message] = (await t.as("alice", "getHistory", { chat_id: team, limit: 1 })).messages;
    expect(looks(message)).toEqual(shown);
    expect(looks(await call("forwardMessage", { from_chat_id: team, message_id }))).toEqual(shown);
    const copy = async (params: object): Promise<Json> => {
      const copied = await call("copyMessage", { from_chat_id: team, message_id, ...params });
      const { messages } = await t.as("alice", "getHistory", { chat_id: team, limit: 1 });
      expect(messages[0].message_id).toBe(copied.message_id);
      return looks(messages[0]);
    };
    expect(await copy({})).toEqual(shown);
    expect(await copy({ caption: "b" })).toEqual({ has_media_spoiler: true });
    expect(await copy({ caption: "b", show_caption_above_media: true })).toEqual(shown);

    const edit = (method: string, params: object) => call(method, { message_id, ...params });
    expect(looks(await edit("editMessageReplyMarkup", { reply_markup: BUTTON }))).toEqual(shown);
    expect(looks(await edit("editMessageCaption", { caption: "c", show_caption_above_media: true }))).toEqual(shown);
    expect(looks(await edit("editMessageCaption", { caption: "c" }))).toEqual({ has_media_spoiler: true });
    const media = { type: "photo", media: photo, caption: "c" };
    expect(looks(await edit("editMessageMedia", { media }))).toEqual({});
    expect(looks(await edit("editMessageMedia", { media: { ...media, ...covered } }))).toEqual(shown);
  });

  test("each element of an album has its own options, and files that are not displayed have none", async () => {
    const element = { type: "photo", media: photo };
    const album = await call("sendMediaGroup", { media: [{ ...element, has_spoiler: true }, element] });
    expect(album.map(looks)).toEqual([{ has_media_spoiler: true }, {}]);
    const form = new FormData();
    form.set("chat_id", String(team));
    form.set("media", JSON.stringify([{ type: "document", media: "attach://a", ...covered }]));
    form.set("a", new Blob(["a"]), "a.txt");
    expect((await t.as("alice", "sendMediaGroup", form)).map(looks)).toEqual([{}]);
  });

  test("link_preview_options without an address name that of the text", async () => {
    const link_preview_options = { prefer_large_media: true };
    const shown = async (params: object) =>
      (await call("sendMessage", { link_preview_options, ...params })).link_preview_options;
    const large = { prefer_large_media: true };
    expect(await shown({ text: "mail@example.org, example.org/a and https://example.com" })).toEqual({
      url: "http://example.org/a",
      ...large,
    });
    const text = '<a href="https://example.com/b">words</a> https://example.org';
    expect(await shown({ text, parse_mode: "HTML" })).toEqual({ url: "https://example.com/b", ...large });
    expect(await shown({ text: "no address" })).toEqual(large);
    const disabled = { text: "https://example.org", link_preview_options: { is_disabled: true } };
    expect(await shown(disabled)).toEqual({ is_disabled: true });
    const { message_id } = await call("sendMessage", { text: "https://example.org", link_preview_options });
    const same = { chat_id: team, message_id, text: "https://example.org", link_preview_options };
    expect((await t.bot("guard_bot", "editMessageText", same)).body.description).toContain("message is not modified");
  });

  test("link_preview_options are returned as they were sent", async () => {
    const text = "see https://example.org";
    const options = { url: "https://example.org/a", prefer_large_media: true, show_above_text: true };
    const sent = await call("sendMessage", { text, link_preview_options: { ...options, prefer_small_media: false } });
    expect(sent.link_preview_options).toEqual(options);
    const { message_id } = sent;
    const forwarded = await call("forwardMessage", { from_chat_id: team, message_id });
    expect(forwarded.link_preview_options).toEqual(options);
    const edited = await call("editMessageText", { message_id, text, disable_web_page_preview: true });
    expect(edited.link_preview_options).toEqual({ is_disabled: true });
    expect(looks(await call("editMessageText", { message_id, text }))).toEqual({});
    expect(looks(await call("sendMessage", { text, link_preview_options: {} }))).toEqual({});
    const bad = await t.bot("guard_bot", "sendMessage", { chat_id: team, text, link_preview_options: "x" });
    expect(bad.body.description).toBe("Bad Request: can't parse link preview options JSON object");
  });

  test("a venue keeps its ids of other services", async () => {
    const ids = {
      foursquare_id: "4b0",
      foursquare_type: "food/pizza",
      google_place_id: "g",
      google_place_type: "cafe",
    };
    const place = { latitude: 1, longitude: 2, title: "Here", address: "There" };
    const { venue } = await call("sendVenue", { ...place, ...ids });
    expect(venue).toEqual({ location: { latitude: 1, longitude: 2 }, title: "Here", address: "There", ...ids });
    expect(Object.keys((await call("sendVenue", place)).venue)).toEqual(["location", "title", "address"]);
  });

  test("button styles, and an edit of the keyboard alone, which people do not see as an edit", async () => {
    const row = ["primary", "success", "danger"].map((style) => ({ text: style, style, callback_data: "x" }));
    const odd = { text: "odd", style: "loud", url: "https://example.org/" };
    const sent = await call("sendMessage", { text: "x", reply_markup: { inline_keyboard: [row, [odd]] } });
    expect(sent.reply_markup.inline_keyboard).toEqual([row, [{ text: "odd", url: "https://example.org/" }]]);
    const again = await call("editMessageReplyMarkup", { message_id: sent.message_id, reply_markup: BUTTON });
    expect(again.edit_date).toBe(Math.floor(t.clock.now() / 1000));
    const asAlice = async () => (await t.as("alice", "getHistory", { chat_id: team, limit: 1 })).messages[0];
    expect(await asAlice()).not.toHaveProperty("edit_date");
    t.clock.advance(60_000);
    const once_more = await call("editMessageReplyMarkup", { message_id: sent.message_id });
    expect([once_more.edit_date, once_more.reply_markup]).toEqual([again.edit_date, undefined]);
    expect(await asAlice()).not.toHaveProperty("edit_date");
    const { edit_date } = await call("editMessageText", {
      message_id: sent.message_id,
      text: "y",
      reply_markup: BUTTON,
    });
    expect(await asAlice()).toMatchObject({ edit_date: Math.floor(t.clock.now() / 1000) });
    t.clock.advance(60_000);
    expect(await call("editMessageReplyMarkup", { message_id: sent.message_id })).toMatchObject({ edit_date });
    expect(await asAlice()).toMatchObject({ edit_date });
  });

  test("a pin may be sent without notification", async () => {
    const { message_id } = await call("sendMessage", { text: "pin me" });
    for (const disable_notification of [true, false]) {
      await call("pinChatMessage", { message_id, disable_notification });
      const [news] = (await t.as("alice", "getHistory", { chat_id: team, limit: 1 })).messages;
      expect([news.pinned_message.message_id, news.is_silent]).toEqual([
        message_id,
        disable_notification ? true : undefined,
      ]);
    }
  });

  test("a quote may have a parse mode", async () => {
    const { message_id } = await t.as("bob", "sendMessage", { chat_id: team, text: "one two three" });
    const quoted = (more: object) =>
      call("sendMessage", { text: "x", reply_parameters: { message_id, quote: "<b>two</b>", ...more } });
    expect((await quoted({ quote_parse_mode: "HTML" })).quote).toMatchObject({ text: "two", position: 4 });
    expect(await quoted({})).not.toHaveProperty("quote");
    const wrong = { message_id, quote: "<b>two", quote_parse_mode: "HTML" };
    const { body } = await t.bot("guard_bot", "sendMessage", { chat_id: team, text: "x", reply_parameters: wrong });
    expect(body.description).toMatch(/^Bad Request: can't parse entities/);
  });

  test("a link cannot expire in the past", async () => {
    const now = Math.floor(t.clock.now() / 1000);
    for (const expire_date of [now, now - 60, -1]) {
      const { status, body } = await t.bot("guard_bot", "createChatInviteLink", { chat_id: team, expire_date });
      expect([status, body.description]).toEqual([400, "Bad Request: expire_date must be in the future"]);
    }
    expect(await call("createChatInviteLink", { expire_date: now + 60 })).toMatchObject({ expire_date: now + 60 });
    expect(await call("createChatInviteLink", { expire_date: 0 })).not.toHaveProperty("expire_date");
    const accuracy = { chat_id: team, latitude: 1, longitude: 1, horizontal_accuracy: 1501 };
    expect((await t.bot("guard_bot", "sendLocation", accuracy)).status).toBe(400);
  });
});

const BUTTON = { inline_keyboard: [[{ text: "A", callback_data: "a" }]] };

/** Every kind of button that Telegram has and the service does not support, as a bot sends it. */
const ABSENT: Record<"inline_keyboard" | "keyboard", Record<string, unknown>> = {
  inline_keyboard: {
    login_url: { url: "https://example.org/login", request_write_access: true },
    web_app: { url: "https://example.org/app" },
    switch_inline_query: "",
    switch_inline_query_current_chat: "cats",
    switch_inline_query_chosen_chat: { query: "cats" },
    callback_game: {},
    pay: true,
  },
  keyboard: {
    request_managed_bot: { request_id: 3 },
    request_poll: {},
    web_app: { url: "https://example.org/app" },
  },
};

describe.each(["native", "telegram"] as const)("buttons of kinds that are absent, in the %s dialect", (dialect) => {
  let t: TestService;
  beforeAll(async () => {
    t = await startWorld("memory", undefined, { dialect });
  });
  afterAll(() => t.stop());

  const cases = Object.entries(ABSENT).flatMap(([keyboard, kinds]) =>
    Object.entries(kinds).map(([kind, value]): [string, string, unknown] => [keyboard, kind, value]),
  );

  const sendWith = (keyboard: string, button: object) =>
    t.bot("guard_bot", "sendMessage", {
      chat_id: t.id("Team"),
      text: "x",
      reply_markup: { [keyboard]: [[button]] },
    });

  test.runIf(dialect === "native").each(cases)("%s: %s", async (keyboard, kind, value) => {
    const { status, body } = await sendWith(keyboard, { text: "Go", [kind]: value });
    const what = keyboard === "keyboard" ? "keyboard" : "inline keyboard";
    expect([status, body.description]).toEqual([
      400,
      `Bad Request: can't parse ${what} button: buttons with "${kind}" are not available in this service`,
    ]);
  });

  test.skipIf(dialect === "native").each(cases)("%s: %s", async (keyboard, kind, value) => {
    const button = { text: "Go", [kind]: value };
    const { status, body } = await sendWith(keyboard, button);
    expect(status).toBe(200);
    const markup = { [keyboard]: [[kind === "login_url" ? { text: "Go", url: "https://example.org/login" } : button]] };
    expect(keyboard === "inline_keyboard" ? body.result.reply_markup : markup).toEqual(markup);
    const { messages } = await t.as("alice", "getHistory", { chat_id: t.id("Team"), limit: 1 });
    expect(messages[0].reply_markup).toEqual(markup);
  });

  test("the content of such a button is limited, and an empty one counts as absent", async () => {
    const send = (button: object) =>
      t.bot("guard_bot", "sendMessage", {
        chat_id: t.id("Team"),
        text: "x",
        reply_markup: { inline_keyboard: [[{ text: "Go", ...button }]] },
      });
    const { status, body } = await send({ web_app: { url: `https://example.org/${"x".repeat(2000)}` } });
    expect([status, /web_app/.test(body.description)]).toEqual([400, true]);
    expect((await send({ pay: false, callback_data: "a" })).body.result.reply_markup).toEqual({
      inline_keyboard: [[{ text: "Go", callback_data: "a" }]],
    });
    expect((await send({})).body.description).toMatch(/Text buttons are unallowed/);
  });
});
