/** Rich messages: sent, edited, copied, forwarded, quoted, found and shown to bots and people (behaviour.md §4). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { shortMessage } from "heliogram/present/short-message.ts";
import { RICH_LIMITS } from "@heliogram/shared/rich.ts";
import { drawPicture } from "../support/media.ts";
import { StreamSocket } from "../support/stream-socket.ts";
import { engineIndependent, startWorld, type Json, type TestService } from "../support/service.ts";

const PICTURE = new Uint8Array(await drawPicture(8, 6, "teal"));
const MARKDOWN = "# Report\n\nFor [Bob](tg://user?id=BOB) and @carla:\n\n- [x] ||secret||\n\n```js\nrun()\n```";

describe.each(engineIndependent())("rich messages on %s", (engine) => {
  let t: TestService;
  let chat_id: number;
  let markdown: string;
  beforeAll(async () => {
    t = await startWorld(engine);
    chat_id = t.id("Team");
    markdown = MARKDOWN.replace("BOB", String(t.id("bob")));
  });
  afterAll(() => t.stop());

  const send = (rich_message: object, more: object = {}): Promise<Json> =>
    t.ok("guard_bot", "sendRichMessage", { chat_id, rich_message, ...more });
  const edit = (message_id: number, more: object): Promise<Json> =>
    t.ok("guard_bot", "editMessageText", { chat_id, message_id, ...more });
  const newest = async (person: string): Promise<Json> =>
    (await t.as(person, "getHistory", { chat_id, limit: 1 })).messages[0];
  const types = ({ rich_message }: Json): string[] => rich_message?.blocks.map(({ type }: Json) => type);

  test("a message has its blocks and their plain text, for its bot and for people", async () => {
    const sent = await send({ markdown, is_rtl: true });
    expect(sent.text).toBe("Report\n\nFor Bob and @carla:\n\n• ☑ secret\n\nrun()");
    expect(sent.entities.map(({ type }: Json) => type)).toEqual(["bold", "text_mention", "mention", "spoiler", "pre"]);
    expect(types(sent)).toEqual(["heading", "paragraph", "list", "pre"]);
    expect(sent.rich_message).toMatchObject({ is_rtl: true });
    expect(sent.rich_message.blocks[1].text[1]).toMatchObject({ type: "text_mention", user: { first_name: "Bob" } });
    const seen = await newest("alice");
    expect(types(seen)).toEqual(types(sent));
    expect(seen.text).toBe(sent.text);
    for (const person of ["bob", "carla"]) {
      const { messages } = await t.as(person, "getMentions", { chat_id });
      expect(messages.map(({ message_id }: Json) => message_id)).toEqual([sent.message_id]);
    }
    const found = await t.as("alice", "searchMessages", { chat_id, query: "secret" });
    expect(found.messages).toHaveLength(1);
  });

  test("blocks may have 16 levels, in whatever form the call is", async () => {
    const nested = (levels: number): Json => {
      const blocks = levels === 1 ? [{ type: "paragraph", text: ["in", "nermost"] }] : [nested(levels - 1)];
      return levels === 1 ? blocks[0] : { type: "list", items: [{ blocks }] };
    };
    const call = (levels: number, form: (rich: object) => unknown) =>
      t.bot("guard_bot", "sendRichMessage", { chat_id, rich_message: form({ blocks: [nested(levels)] }) });
    for (const form of [(rich: object) => rich, JSON.stringify]) {
      expect((await call(16, form)).body.result.text).toContain("innermost");
      const { body } = await call(17, form);
      expect(body.description).toContain("blocks and formats are nested deeper than 16 levels");
    }
  });

  test("the largest table can be passed, in whatever form the call is, and other methods take no more than usual", async () => {
    const table = (rows: number, cell: object) => {
      const row = Array.from({ length: RICH_LIMITS.columns }, () => cell);
      return { blocks: [{ type: "table", cells: Array.from({ length: rows }, () => row) }] };
    };
    const place = { align: "center", valign: "middle" };
    // The table counts as a block like each of its rows.
    const largest = table(RICH_LIMITS.blocks - 1, { text: "x", is_header: true, colspan: 1, rowspan: 1, ...place });
    const draft = await t.bot("guard_bot", "sendRichMessageDraft", { chat_id, draft_id: 1, rich_message: largest });
    expect(draft.body).toEqual({ ok: true, result: true });
    const rich_message = table(150, { text: "x", ...place });
    expect((await send(rich_message)).rich_message.blocks[0].cells).toHaveLength(150);
    const form = new FormData();
    form.set("chat_id", String(chat_id));
    form.set("rich_message", JSON.stringify(rich_message));
    expect((await t.bot("guard_bot", "sendRichMessage", form)).status).toBe(200);
    const { body } = await t.bot("guard_bot", "sendMessage", { chat_id, text: "x", rich_message });
    expect(body.description).toBe("Bad Request: the body has more than 5000 members");
  });

  test("the largest table is stored, and delivered, found, forwarded and edited as any other message", async () => {
    const cell = { text: { type: "code", text: "abc" }, is_header: true, align: "center", valign: "middle" };
    const row = Array.from({ length: RICH_LIMITS.columns }, () => cell);
    const cells: object[][] = Array.from({ length: RICH_LIMITS.blocks - 1 }, () => row);
    cells[7] = [{ text: "needle" }];
    const blocks = [{ type: "table", cells }];
    const shown = [{ type: "table", cells: cells.with(7, [{ text: "needle", align: "left", valign: "top" }]) }];
    const socket = new StreamSocket(t, "bob");
    await socket.until(({ type }) => type === "hello");
    const { message_id } = await t.as("alice", "sendRichMessage", { chat_id, rich_message: { blocks } });
    const { message } = await socket.until((frame) => frame.message?.message_id === message_id);
    socket.close();
    expect(message.rich_message.blocks).toEqual(shown);
    const [update] = (await t.ok("guard_bot", "getUpdates", { offset: -1 })) as Json[];
    expect(update.message.rich_message.blocks).toEqual(shown);
    expect((await newest("carla")).rich_message.blocks).toEqual(shown);
    const found = await t.as("bob", "searchMessages", { chat_id, query: "needle" });
    expect(found.messages.map((each: Json) => each.message_id)).toEqual([message_id]);
    const forwarded = await t.as("bob", "forwardMessage", { chat_id, from_chat_id: chat_id, message_id });
    expect(forwarded.rich_message.blocks).toEqual(shown);
    const less = { blocks: [{ type: "table", cells: cells.slice(1) }] };
    const edited = await t.as("alice", "editMessageText", { chat_id, message_id, rich_message: less });
    expect(edited.rich_message.blocks[0].cells).toHaveLength(RICH_LIMITS.blocks - 2);
    // Beyond the largest message that is stored.
    const far = { type: "url", text: "a", url: `https://a.example/${"b".repeat(40)}` };
    const links = Array.from({ length: 400 }, () => row.map(() => ({ text: far })));
    const more = { blocks: [{ type: "table", cells: links }] };
    const { body } = await t.bot("guard_bot", "sendRichMessage", { chat_id, rich_message: more });
    expect(body.description).toContain("message is too long");
  });

  test("buttons in the text are pressed, and those of a forward are disabled", async () => {
    const buttons = [{ text: "Go", callback_data: "go" }];
    const inText = { type: "button", button: { text: "Stop", callback_data: "stop" } };
    const blocks = [
      { type: "paragraph", text: inText },
      { type: "buttons", buttons },
    ];
    const { message_id, text } = await send({ blocks });
    expect(text).toBe("[Stop]\n\n[Go]");
    for (const data of ["go", "stop"]) {
      await t.as("alice", "pressButton", { chat_id, message_id, callback_data: data });
      const [{ callback_query }] = (await t.ok("guard_bot", "getUpdates", { offset: -1 })) as [Json];
      expect(callback_query).toMatchObject({ data, message: { message_id } });
    }
    expect((await t.person("alice", "pressButton", { chat_id, message_id, callback_data: "no" })).status).toBe(400);
    const forwarded = await t.as("alice", "forwardMessage", { chat_id, from_chat_id: chat_id, message_id });
    expect(forwarded.rich_message.blocks[1]).toEqual({ type: "buttons", buttons: [{ text: "Go", disabled: {} }] });
    const own = await t.person("alice", "sendRichMessage", { chat_id, rich_message: { blocks } });
    expect(own.body.description).toContain("buttons can be sent by bots alone");
  });

  test("files are uploaded or named, are each viewer's own, and go with the message", async () => {
    const form = (rich_message: object, more: object = {}): FormData => {
      const parts = new FormData();
      for (const [name, value] of Object.entries({ chat_id, ...more })) parts.set(name, String(value));
      parts.set("rich_message", JSON.stringify(rich_message));
      for (const name of ["plan", "notes"]) parts.set(name, new Blob([PICTURE]), `${name}.png`);
      return parts;
    };
    const markdown = 'Two files:\n\n![](tg://photo?id=plan "The plan")\n\n<tg-document src="tg://document?id=notes"/>';
    const named = (type: string, id: string, media: string) => ({ id, media: { type, media } });
    const media = [named("photo", "plan", "attach://plan"), named("document", "notes", "attach://notes")];
    const { body } = await t.bot("guard_bot", "sendRichMessage", form({ markdown, media }));
    const sent = body.result;
    expect(sent.text).toBe("Two files:\n\n🖼 The plan\n\n📎");
    expect(types(sent)).toEqual(["paragraph", "photo", "document"]);
    const filesOf = ({ rich_message: { blocks } }: Json) => ({
      photo: blocks[1].photo[0].file_id,
      document: blocks[2].document.file_id,
    });
    const own = filesOf(sent);
    const seen = filesOf(await newest("alice"));
    const headers = { authorization: `Bearer ${t.accessToken("alice")}` };
    const statusOf = async (kind: string, id: string) => (await t.fetch(`/api/file/${kind}/${id}`, { headers })).status;
    for (const kind of ["photo", "document"] as const) {
      expect([await statusOf(kind, seen[kind]), await statusOf(kind, own[kind])]).toEqual([200, 404]);
    }
    for (const kind of ["photo", "document"]) {
      const { messages } = await t.as("bob", "searchMessages", { chat_id, kind });
      expect(messages.map(({ message_id }: Json) => message_id)).toContain(sent.message_id);
    }
    // A file of somebody else cannot be named.
    const block = (photo: string) => ({ blocks: [{ type: "photo", photo: { type: "photo", media: photo } }] });
    const foreign = await t.bot("guard_bot", "sendRichMessage", { chat_id, rich_message: block(seen.photo) });
    expect(foreign.body.error_code).toBe(400);
    const again = await send({
      blocks: [{ type: "collage", blocks: [...block(own.photo).blocks, ...block(own.photo).blocks] }],
    });
    expect(again.rich_message.blocks[0].blocks[1].photo[0]).toMatchObject({ width: 8, height: 6 });
    // A draft shows signs in place of files.
    const draft = { chat_id, draft_id: 1, rich_message: block(own.photo) };
    expect((await t.bot("guard_bot", "sendRichMessageDraft", draft)).body.ok).toBe(true);
    const edited = await edit(sent.message_id, { rich_message: block(own.document) }).catch((error: Error) => error);
    expect(String(edited)).toContain("400");
    expect(types(await edit(sent.message_id, { rich_message: block(own.photo) }))).toEqual(["photo"]);
    await t.ok("guard_bot", "deleteMessage", { chat_id, message_id: sent.message_id });
  });

  test("who may not send photos sends none in a rich message", async () => {
    const member = { chat_id, user_id: t.id("bob") };
    const permissions = { can_send_messages: true, can_send_photos: false };
    await t.ok("guard_bot", "restrictChatMember", { ...member, permissions });
    const blocks = [{ type: "photo", photo: { type: "photo", media: "https://a.example/b.png" } }];
    const { body } = await t.person("bob", "sendRichMessage", { chat_id, rich_message: { blocks } });
    expect(body.description).toContain("may not send photos here");
  });

  test("texts become rich and back, and only a change is an edit", async () => {
    const { message_id } = await t.ok("guard_bot", "sendMessage", { chat_id, text: "plain" });
    const rich_message = { html: "<h2>A</h2><hr>" };
    const edited = await edit(message_id, { rich_message });
    expect(edited).toMatchObject({
      text: "A\n\n———",
      rich_message: { blocks: [{ type: "heading" }, { type: "divider" }] },
    });
    const same = await t.bot("guard_bot", "editMessageText", { chat_id, message_id, rich_message });
    expect(same.body).toMatchObject({ error_code: 400, description: expect.stringContaining("not modified") });
    const back = await edit(message_id, { text: "plain" });
    expect(back.text).toBe("plain");
    expect(back).not.toHaveProperty("rich_message");
    expect(await newest("bob")).not.toHaveProperty("rich_message");
  });

  test("forwards, copies, replies and keyboards are those of other messages", async () => {
    const reply_markup = { inline_keyboard: [[{ text: "Go", callback_data: "go" }]] };
    const { message_id, ...sent } = await send({ markdown }, { reply_markup, protect_content: false });
    expect(sent.reply_markup).toEqual(reply_markup);
    const forwarded = await t.ok("guard_bot", "forwardMessage", { chat_id, from_chat_id: chat_id, message_id });
    expect(types(forwarded)).toEqual(types(sent));
    await t.ok("guard_bot", "copyMessage", { chat_id, from_chat_id: chat_id, message_id });
    const copy = await newest("alice");
    expect(types(copy)).toEqual(types(sent));
    expect(copy).not.toHaveProperty("forward_origin");
    const reply = await send({ html: "a" }, { reply_parameters: { message_id, quote: "Report" } });
    expect(reply).toMatchObject({ quote: { text: "Report" }, reply_to_message: { message_id, text: sent.text } });
  });

  test("a person's Markdown is given back to them alone, and lines end where they ended them", async () => {
    const source = "one\ntwo\n\n- a <b>";
    const sent = await t.as("alice", "sendRichMessage", { chat_id, rich_message: { markdown: source } });
    expect(sent).toMatchObject({ text: "one\ntwo\n\n• a <b>", rich_source: source });
    expect((await newest("alice")).rich_source).toBe(source);
    expect(await newest("bob")).not.toHaveProperty("rich_source");
    await t.as("alice", "forwardMessage", { chat_id, from_chat_id: chat_id, message_id: sent.message_id });
    expect(await newest("alice")).not.toHaveProperty("rich_source");
    const [update] = (await t.ok("guard_bot", "getUpdates", { offset: -1 })) as Json[];
    expect(types(update.message)).toEqual(["paragraph", "list"]);
    expect(update.message).not.toHaveProperty("rich_source");
  });

  test("the list of chats has the message, or where that is too long the beginning of its text", async () => {
    await t.as("alice", "sendRichMessage", { chat_id, rich_message: { markdown } });
    const { chats } = await t.as("alice", "listChats", {});
    const { last_message } = chats.find(({ chat }: Json) => chat.id === chat_id);
    expect(last_message.text).toMatch(/^Report/);
    expect(types(last_message)).toEqual(["heading", "paragraph", "list", "pre"]);
    const short = shortMessage({ ...last_message, text: "a".repeat(300) });
    for (const name of ["rich_message", "rich_source"]) expect(short).not.toHaveProperty(name);
  });

  test.each([
    [{}, "can't parse rich message: exactly one of markdown, html and blocks must be specified"],
    [{ html: "a", media: [{ id: "x" }] }, "can't parse rich message: media is expected to be an object"],
    [{ html: "a", media: {} }, "can't parse rich message: media is expected to be an array"],
    [{ html: " " }, "message text is empty"],
    [{ markdown: "a".repeat(32_769) }, "rich message is too long"],
  ])("a message is refused: %#", async (rich_message, description) => {
    const { body } = await t.bot("guard_bot", "sendRichMessage", { chat_id, rich_message });
    expect(body).toMatchObject({ ok: false, error_code: 400, description: `Bad Request: ${description}` });
  });

  test("an edit has a text or a rich message", async () => {
    const { message_id } = await send({ html: "a" });
    const call = (more: object) => t.bot("guard_bot", "editMessageText", { chat_id, message_id, ...more });
    expect((await call({})).body.description).toBe("Bad Request: message text is empty");
    expect((await call({ text: "a", rich_message: { html: "a" } })).body.description).toBe(
      "Bad Request: text and rich_message can't be specified together",
    );
  });
});
