/** Entities of messages as bots and people send and get them (behaviour.md §4). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { enginesInTurn, startWorld, type Json, type TestService } from "../support/service.ts";

describe.each(enginesInTurn())("entities on %s", (engine) => {
  let t: TestService;
  let team: number;
  beforeAll(async () => {
    t = await startWorld(engine);
    team = t.id("Team");
  });
  afterAll(() => t.stop());

  const send = (params: object): Promise<Json> => t.ok("guard_bot", "sendMessage", { chat_id: team, ...params });
  const html = (text: string) => send({ text, parse_mode: "HTML" });
  const refusal = async (method: string, params: object): Promise<unknown> => {
    const { status, body } = await t.bot("guard_bot", method, { chat_id: team, ...params });
    return [status, body.description];
  };

  test("those over one range come in Telegram's order", async () => {
    const { entities } = await html("<s><u><i><b><a href='http://a.example'>x</a></b></i></u></s>");
    expect(entities.map(({ type }: Json) => type)).toEqual([
      "text_link",
      "bold",
      "italic",
      "underline",
      "strikethrough",
    ]);
  });

  test("an edit that only writes the same formats otherwise changes nothing", async () => {
    const { message_id } = await html("<b>ab</b>");
    const edit = { message_id, text: "<b>a</b><b>b</b>", parse_mode: "HTML" };
    expect(await refusal("editMessageText", edit)).toEqual([
      400,
      expect.stringMatching(/^Bad Request: message is not modified/),
    ]);
  });

  const BEYOND = [
    [{ offset: 0, length: 3 }, "Entity beginning at UTF-16 offset 0 ends after the end of the text at UTF-16 offset 3"],
    [{ offset: 2, length: 1 }, "Entity begins after the end of the text at UTF-16 offset 2"],
    [{ offset: -1, length: 1 }, "Receive an entity with incorrect offset -1"],
    [{ offset: 0, length: -1 }, "Receive an entity with incorrect length -1"],
  ] as const;

  test.each(BEYOND)("%j of a text with two letters is refused, wherever it is given", async (place, sentence) => {
    const list = [{ type: "bold", ...place }];
    const expected = [400, `Bad Request: can't parse entities: ${sentence}`];
    const { message_id } = await send({ text: "hello" });
    expect(await refusal("sendMessage", { text: "ab", entities: list })).toEqual(expected);
    expect(await refusal("editMessageText", { message_id, text: "ab", entities: list })).toEqual(expected);
    expect(await refusal("editMessageCaption", { message_id, caption: "ab", caption_entities: list })).toEqual(
      expected,
    );
    expect(await refusal("sendPhoto", { photo: "id", caption: "ab", caption_entities: list })).toEqual(expected);
    const media = [
      { type: "photo", media: "id", caption: "ab", caption_entities: list },
      { type: "photo", media: "id" },
    ];
    expect(await refusal("sendMediaGroup", { media })).toEqual(expected);
    const reply_parameters = { message_id, quote: "he", quote_entities: list };
    expect(await refusal("sendMessage", { text: "x", reply_parameters })).toEqual(expected);
    const person = await t.person("alice", "sendMessage", { chat_id: team, text: "ab", entities: list });
    expect([person.status, person.body.description]).toEqual(expected);
  });

  const MAKEFILE = "\tall:\n\t\techo\thi";

  test("tabs stay in code, from bots and people, and become spaces elsewhere", async () => {
    const sent = await html(`<pre>${MAKEFILE}</pre>\ta <code>x\ty</code>`);
    expect(sent.text).toBe(`${MAKEFILE} a x\ty`);
    expect(sent.text).toHaveLength(`${MAKEFILE}\ta x\ty`.length);
    const entities = [{ type: "pre", offset: 2, length: MAKEFILE.length }];
    const said = await t.as("alice", "sendMessage", { chat_id: team, text: `a\t${MAKEFILE}\tb`, entities });
    expect(said).toMatchObject({ text: `a ${MAKEFILE} b`, entities });
    expect((await send({ text: "```\n\tx\n```", parse_mode: "MarkdownV2" })).text).toBe("\tx");
    expect((await send({ text: "```\n\tx\n```", parse_mode: "Markdown" })).text).toBe("\tx");
    const edited = await t.ok("guard_bot", "editMessageText", {
      chat_id: team,
      message_id: sent.message_id,
      text: "<code>\tb</code>\tc",
      parse_mode: "HTML",
    });
    expect(edited.text).toBe("\tb c");
  });

  test("a quote with tabs is found in code", async () => {
    const { message_id } = await html(`<pre>${MAKEFILE}</pre>`);
    const reply_parameters = { message_id, quote: "echo\thi" };
    expect((await send({ text: "x", reply_parameters })).quote).toMatchObject({ text: "echo\thi", position: 8 });
  });

  test("a draft keeps its tabs", async () => {
    const text = "```\n\tx\n```";
    await t.as("bob", "saveDraft", { chat_id: team, text });
    const { chats } = await t.as("bob", "listChats");
    expect(chats.find((each: Json) => each.chat.id === team).settings.draft.text).toBe(text);
  });

  test("a time is given back with its format", async () => {
    const { text, entities } = await html('at <tg-time unix="1767230000" format="tDw">noon</tg-time>');
    const time = { type: "date_time", offset: 3, length: 4, unix_time: 1_767_230_000, date_time_format: "wDt" };
    expect([text, entities]).toEqual(["at noon", [time]]);
    expect((await send({ text, entities: [time] })).entities).toEqual([time]);
    const markdown = { text: "at ![noon](tg://time?unix=1767230000&format=wDt)", parse_mode: "MarkdownV2" };
    expect((await send(markdown)).entities).toEqual([time]);
  });

  test("links and quotes in one another are refused", async () => {
    const nested = [
      ["HTML", '<a href="http://a.example">a<a href="http://b.example">b</a></a>'],
      ["HTML", "<blockquote>a<blockquote expandable>b</blockquote></blockquote>"],
      ["MarkdownV2", "[a[b](http://b.example)](http://a.example)"],
      ["MarkdownV2", ">>a"],
    ];
    for (const [parse_mode, text] of nested) {
      expect(await refusal("sendMessage", { text, parse_mode })).toEqual([
        400,
        expect.stringMatching(/^Bad Request: can't parse entities: /),
      ]);
    }
  });
});
