/** forwardMessages and copyMessages: several messages by one call (behaviour.md §4, §7). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { drawPicture } from "../support/media.ts";
import { engineIndependent, startWorld, type Answer, type Json, type TestService } from "../support/service.ts";

const METHODS = ["forwardMessages", "copyMessages"] as const;
type Method = (typeof METHODS)[number];

describe.each(engineIndependent())("several messages on %s", (engine) => {
  let t: TestService;
  let team: number;
  let news: number;
  let photo: string;
  beforeAll(async () => {
    t = await startWorld(engine);
    team = t.id("Team");
    news = t.id("News");
    const form = new FormData();
    form.set("chat_id", String(team));
    form.set("photo", new Blob([Uint8Array.from(await drawPicture(9, 9, "#336699"))]), "a.png");
    photo = (await t.ok("guard_bot", "sendPhoto", form)).photo.at(-1).file_id;
  });
  afterAll(() => t.stop());

  const say = async (text: string, more: object = {}): Promise<number> =>
    (await t.as("bob", "sendMessage", { chat_id: team, text, ...more })).message_id;
  const album = async (...captions: string[]): Promise<number[]> => {
    const media = captions.map((caption) => ({ type: "photo", media: photo, caption }));
    const sent = await t.ok("guard_bot", "sendMediaGroup", { chat_id: team, media });
    return sent.map((each: Json) => each.message_id);
  };
  const attempt = (method: Method, message_ids: unknown, more: object = {}): Promise<Answer> =>
    t.bot("guard_bot", method, { chat_id: news, from_chat_id: team, message_ids, ...more });
  /** The new messages as Alice sees them, in the order of the answer. */
  const made = async (method: Method, message_ids: unknown, more: object = {}): Promise<Json[]> => {
    const { status, body } = await attempt(method, message_ids, more);
    expect([status, body.description]).toEqual([200, undefined]);
    const { messages } = await t.as("alice", "getHistory", { chat_id: news, limit: 100 });
    for (const each of body.result) expect(Object.keys(each)).toEqual(["message_id"]);
    return body.result.map(({ message_id }: Json) => messages.find((each: Json) => each.message_id === message_id));
  };
  const newest = async (): Promise<number> =>
    (await t.as("alice", "getHistory", { chat_id: news, limit: 1 })).messages[0].message_id;

  test("forwarded ones have their origins, copied ones have none, both in order with consecutive ids", async () => {
    const ids = [await say("one"), await say("two"), await say("three")];
    const forwarded = await made("forwardMessages", ids);
    expect(forwarded.map(({ text, forward_from }) => [text, forward_from.username])).toEqual([
      ["one", "bob"],
      ["two", "bob"],
      ["three", "bob"],
    ]);
    const copied = await made("copyMessages", JSON.stringify(ids));
    expect(copied.map(({ text, forward_origin }) => [text, forward_origin])).toEqual([
      ["one", undefined],
      ["two", undefined],
      ["three", undefined],
    ]);
    const numbers = [...forwarded, ...copied].map(({ message_id }) => message_id);
    expect(numbers).toEqual(numbers.map((_, i) => numbers[0] + i));
  });

  test("people get each of them as an event, and other bots none", async () => {
    await t.updates("echo_bot");
    const ids = [await say("/echo a"), await say("/echo b")];
    await t.ok("guard_bot", "copyMessages", { chat_id: team, from_chat_id: team, message_ids: ids });
    expect((await t.updates("echo_bot")).map(({ message }) => message.text)).toEqual(["/echo a", "/echo b"]);
    const { messages } = await t.as("carla", "getHistory", { chat_id: team, limit: 4 });
    expect(messages.map(({ text }: Json) => text)).toEqual(["/echo a", "/echo b", "/echo a", "/echo b"]);
  });

  test.each(METHODS)("%s: albums stay albums, and a single part of one is no album", async (method) => {
    const [first, second] = [await album("a", "b", "c"), await album("d", "e")];
    const text = await say("between");
    const sent = await made(method, [...first, ...second, text]);
    const groups = sent.map(({ media_group_id }) => media_group_id);
    const [one, two] = [groups[0], groups[3]];
    expect(groups).toEqual([one, one, one, two, two, undefined]);
    expect(new Set([undefined, one, two]).size).toBe(3);
    expect(sent.map(({ caption, text: said }) => caption ?? said)).toEqual(["a", "b", "c", "d", "e", "between"]);
    const { messages } = await t.as("alice", "getHistory", { chat_id: team, limit: 10 });
    const source = messages.find(({ message_id }: Json) => message_id === first[0]);
    expect([one, two]).not.toContain(source.media_group_id);

    const parts = await made(method, [first[0], first[2], second[1]]);
    expect(parts.map(({ media_group_id }) => typeof media_group_id)).toEqual(["string", "string", "undefined"]);
  });

  test("remove_caption removes the captions of media, and no text", async () => {
    const [shown] = await album("caption");
    const above = await t.ok("guard_bot", "sendPhoto", {
      chat_id: team,
      photo,
      caption: "<b>above</b>",
      parse_mode: "HTML",
      show_caption_above_media: true,
      has_spoiler: true,
    });
    const text = await say("text");
    const copies = await made("copyMessages", [shown, above.message_id, text], { remove_caption: true });
    expect(copies.map(({ caption, text: said }) => [caption, said])).toEqual([
      [undefined, undefined],
      [undefined, undefined],
      [undefined, "text"],
    ]);
    expect(copies[1]).toMatchObject({ has_media_spoiler: true });
    expect(copies[1]).not.toHaveProperty("caption_entities");
    expect(copies[1]).not.toHaveProperty("show_caption_above_media");
    const kept = await made("copyMessages", [above.message_id], { remove_caption: false });
    expect(kept[0]).toMatchObject({ caption: "above", show_caption_above_media: true });
  });

  test("protect_content protects the new messages, and disable_notification makes them silent", async () => {
    const ids = [await say("secret"), await say("more")];
    for (const method of METHODS) {
      const [first, second] = await made(method, ids, { protect_content: true, disable_notification: true });
      expect([first, second]).toMatchObject([
        { has_protected_content: true, is_silent: true },
        { has_protected_content: true, is_silent: true },
      ]);
    }
  });

  test.each(METHODS)("%s skips what is missing, protected or a service message", async (method) => {
    const first = await say("first");
    const guarded = await t.ok("guard_bot", "sendMessage", { chat_id: team, text: "kept", protect_content: true });
    await t.ok("guard_bot", "setChatTitle", { chat_id: team, title: `Team ${method}` });
    const service = guarded.message_id + 1;
    const deleted = await say("deleted");
    await t.ok("guard_bot", "deleteMessage", { chat_id: team, message_id: deleted });
    const last = await say("last");
    const sent = await made(method, [first, guarded.message_id, service, deleted, last, 99_999]);
    expect(sent.map(({ text }) => text)).toEqual(["first", "last"]);
    const before = await newest();
    const nothing = await attempt(method, [guarded.message_id, service, deleted, 99_999]);
    const purpose = method === "copyMessages" ? "copy" : "forward";
    expect([nothing.status, nothing.body.description]).toEqual([
      400,
      `Bad Request: there are no messages to ${purpose}`,
    ]);
    expect(await newest()).toBe(before);
  });

  test.each(METHODS)(
    "%s skips what the bot could not receive, and refuses a chat that it is not in",
    async (method) => {
      const hidden = await say("for people");
      const meant = await say("/start@echo_bot");
      const own = await t.ok("echo_bot", "sendMessage", { chat_id: team, text: "own" });
      const call = (from_chat_id: number, message_ids: number[]) =>
        t.bot("echo_bot", method, { chat_id: t.id("alice"), from_chat_id, message_ids });
      expect((await call(team, [hidden, meant, own.message_id])).body.result).toHaveLength(2);
      expect((await call(team, [hidden])).status).toBe(400);
      expect((await call(t.id("Private"), [1])).status).toBe(403);
      expect((await call(-1_000_000_999_999, [1])).status).toBe(404);
      expect(
        (await t.bot("echo_bot", method, { chat_id: news, from_chat_id: team, message_ids: [meant] })).status,
      ).toBe(403);
    },
  );

  test.each(METHODS)("%s sends nothing if the bot may not send one of them", async (method) => {
    const ids = [await say("text"), ...(await album("a", "b"))];
    const { id: chat_id } = (await t.as("alice", "createChat", { title: `No photos for ${method}` })).chat;
    await t.as("alice", "addMember", { chat_id, user_id: t.id("guard_bot") });
    const permissions = { can_send_messages: true, can_send_photos: false };
    await t.as("alice", "setChatPermissions", { chat_id, permissions });
    const refused = await t.bot("guard_bot", method, { chat_id, from_chat_id: team, message_ids: ids });
    expect([refused.status, refused.body.description]).toEqual([
      403,
      "Forbidden: not enough rights to send photos to the chat",
    ]);
    const { messages } = await t.as("alice", "getHistory", { chat_id, limit: 10 });
    expect(messages.filter(({ from }: Json) => from?.is_bot)).toEqual([]);
  });

  test.each(METHODS)("%s takes 1 to 100 ids in strictly increasing order", async (method) => {
    const last = (await say("the hundredth")) + 1;
    const upTo = (count: number) => Array.from({ length: count }, (_, i) => last - count + i);
    expect((await attempt(method, upTo(100))).status).toBe(200);
    const order = "message identifiers must be in a strictly increasing order";
    const cases: readonly [unknown, string][] = [
      [upTo(101), "too many message_ids specified: at most 100 are allowed"],
      [[], "message identifiers are not specified"],
      [undefined, "message identifiers are not specified"],
      [[last - 1, last - 2], order],
      [[last - 1, last - 1], order],
      ["x", "can't parse message_ids: a JSON array is expected"],
    ];
    const before = await newest();
    for (const [message_ids, text] of cases) {
      const { status, body } = await attempt(method, message_ids);
      expect([status, body.description]).toEqual([400, `Bad Request: ${text}`]);
    }
    expect(await newest()).toBe(before);
  });
});

test.each(METHODS)("%s counts as its messages under the limits, also those that are skipped", async (method) => {
  const t = await startWorld("memory", undefined, { rate_limits: "telegram" });
  try {
    const [team, news] = [t.id("Team"), t.id("News")];
    const { message_id } = await t.as("bob", "sendMessage", { chat_id: team, text: "x" });
    const call = (count: number) => {
      const message_ids = Array.from({ length: count }, (_, i) => message_id + i);
      return t.bot("guard_bot", method, { chat_id: news, from_chat_id: team, message_ids });
    };
    expect((await call(15)).status).toBe(200);
    expect((await call(6)).body.parameters).toEqual({ retry_after: 3 });
    expect((await call(5)).status).toBe(200);
    expect((await call(1)).status).toBe(429);
    // More than the burst need a full bucket, and are owed afterwards.
    t.clock.advance(60_000);
    expect((await call(30)).status).toBe(200);
    expect((await call(1)).body.parameters).toEqual({ retry_after: 33 });
  } finally {
    await t.stop();
  }
});
