/** Lists of long messages come in pages of a bounded size, and a client that follows the pages gets everything. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { StreamSocket } from "../support/stream-socket.ts";
import { enginesInTurn, startWorld, WORLD, type Json, type TestService } from "../support/service.ts";

/** What a page has at most, beside one message and what the answer has around the list. */
const MOST_CHARACTERS = 4.3 * 1024 * 1024;
/** Each has about 185,000 characters: 22 of them are a page. */
const MESSAGES = 25;

describe.each(enginesInTurn())("pages of long messages on %s", (engine) => {
  let t: TestService;
  let team: number;
  let ids: number[];
  const words = "long ".repeat(18);
  const long = (n: number) => ({
    text: `@bob ${words}${n}`,
    entities: Array.from({ length: 90 }, (_, at) => ({
      type: "text_link",
      offset: at + 5,
      length: 1,
      url: `http://e.example/${"x".repeat(1980)}${at}`,
    })),
  });
  beforeAll(async () => {
    t = await startWorld(engine, WORLD, { search_index: true });
    team = t.id("Team");
    ids = [];
    // The bot has them as updates, and Bob has them as mentions.
    for (let n = 0; n < MESSAGES; n++)
      ids.push((await t.as("alice", "sendMessage", { chat_id: team, ...long(n) })).message_id);
  });
  afterAll(() => t.stop());

  /** Calls a method, and checks how long its answer is. */
  const page = async (method: string, params: object): Promise<Json> => {
    const result = await t.as("bob", method, params);
    expect(JSON.stringify(result).length).toBeLessThan(MOST_CHARACTERS);
    return result;
  };
  const idsOf = (messages: readonly Json[]): number[] => messages.map((each) => each.message_id);

  test("a history in both directions", async () => {
    let got: number[] = [];
    let last = await page("getHistory", { chat_id: team, limit: 200 });
    expect(last).toMatchObject({ has_older: true, has_newer: false });
    expect(last.messages.length).toBeGreaterThan(15);
    for (got = idsOf(last.messages); last.has_older; got = [...idsOf(last.messages), ...got]) {
      last = await page("getHistory", { chat_id: team, before: got[0], limit: 200 });
      expect(last.has_newer).toBeUndefined();
    }
    expect(got.filter((id) => ids.includes(id))).toEqual(ids);
    const first = got[0]!;
    let next = await page("getHistory", { chat_id: team, after: first - 1, limit: 200 });
    const forward = idsOf(next.messages);
    while (next.has_newer) {
      expect(next.has_older).toBeUndefined();
      next = await page("getHistory", { chat_id: team, after: forward.at(-1), limit: 200 });
      forward.push(...idsOf(next.messages));
    }
    expect(forward).toEqual(got);
  });

  test("the messages around one, with that one", async () => {
    const around = ids[12]!;
    const { messages, ...ends } = await page("getHistory", { chat_id: team, around, limit: 200 });
    expect(ends).toMatchObject({ has_older: true, has_newer: true });
    const found = idsOf(messages);
    expect(found).toEqual(ids.filter((id) => id >= found[0]! && id <= found.at(-1)!));
    expect(found).toContain(around);
    const { messages: one } = await page("getHistory", { chat_id: team, around, limit: 1 });
    expect(idsOf(one)).toEqual([around]);
  });

  test("a page at its limit says whether it is the last", async () => {
    const end = { chat_id: team, after: ids.at(-3), limit: 2 };
    expect(await page("getHistory", end)).toMatchObject({ has_newer: false });
    expect(await page("getHistory", { ...end, limit: 1 })).toMatchObject({ has_newer: true });
  });

  test("replies count with the message that they answer", async () => {
    const chat_id = (await t.as("bob", "createChat", { title: "Replies" })).chat.id;
    const { message_id } = await t.as("bob", "sendMessage", { chat_id, ...long(0) });
    for (let n = 0; n < MESSAGES; n++)
      await t.as("bob", "sendMessage", { chat_id, text: `${n}`, reply_parameters: { message_id } });
    const { messages, has_older } = await page("getHistory", { chat_id, limit: 200 });
    expect([has_older, messages.length < MESSAGES]).toEqual([true, true]);
  });

  test("unread mentions", async () => {
    const got: number[] = [];
    for (let hasMore = true; hasMore;) {
      const { messages, has_more } = await page("getMentions", { chat_id: team, after: got.at(-1) ?? 0, limit: 100 });
      got.push(...idsOf(messages));
      hasMore = has_more;
    }
    expect(got).toEqual(ids);
  });

  test("a difference, with the unread count at its end", async () => {
    const seen: number[] = [];
    let pages = 0;
    for (let seq = 0, head = Infinity; seq < head; pages++) {
      const difference = await page("getDifference", { chat_id: team, seq });
      head = difference.seq;
      seq = difference.events.at(-1).seq;
      seen.push(
        ...difference.events.flatMap((event: Json) => (event.kind === "message" ? event.message.message_id : [])),
      );
      expect("unread_count" in difference).toBe(seq === head);
    }
    expect(pages).toBeGreaterThan(1);
    expect(seen.filter((id) => ids.includes(id))).toEqual(ids);
  });

  test("a search", async () => {
    const got: number[] = [];
    for (let cursor: string | undefined, isLast = false; !isLast;) {
      const found = await page("searchMessages", { query: "long", chat_id: team, limit: 100, cursor });
      expect(found.messages).toHaveLength(found.matches.length);
      got.push(...idsOf(found.messages));
      cursor = found.next;
      isLast = cursor === undefined;
    }
    expect(got).toEqual(ids.toReversed());
  });

  test("pinned messages, those pinned last", async () => {
    for (const message_id of ids)
      await t.ok("guard_bot", "pinChatMessage", { chat_id: team, message_id, disable_notification: true });
    const pinned = idsOf(await page("getPinnedMessages", { chat_id: team }));
    expect(pinned.length).toBeGreaterThan(15);
    expect(pinned).toEqual(ids.toReversed().slice(0, pinned.length));
  });

  test("updates of a bot", async () => {
    const got: number[] = [];
    for (let offset = 0; ;) {
      const updates = await t.ok("guard_bot", "getUpdates", { offset, limit: 100 });
      if (updates.length === 0) break;
      expect(JSON.stringify(updates).length).toBeLessThan(MOST_CHARACTERS);
      got.push(...updates.flatMap(({ message }: Json) => message?.message_id ?? []));
      offset = updates.at(-1).update_id + 1;
    }
    expect(got.filter((id) => ids.includes(id))).toEqual(ids);
  });

  test("the chat list: rows beyond the page have the beginning of their last message", async () => {
    const chats: number[] = [];
    for (const message_id of ids) {
      const { chat } = await t.as("carla", "createChat", { title: `Long ${message_id}` });
      await t.as("carla", "forwardMessage", { chat_id: chat.id, from_chat_id: team, message_id });
      chats.push(chat.id);
    }
    const list = await t.as("carla", "listChats");
    expect(JSON.stringify(list).length).toBeLessThan(MOST_CHARACTERS);
    const rows: Json[] = list.chats.filter(({ chat }: Json) => chats.includes(chat.id));
    expect(rows).toHaveLength(chats.length);
    const isWhole = ({ last_message }: Json) => last_message.entities.length > 0;
    expect(rows.filter(isWhole).length).toBeGreaterThan(15);
    const short = rows.find((row) => !isWhole(row))!;
    expect(short.last_message).toMatchObject({ text: expect.stringContaining(words), entities: [] });
  });

  test("frames of a web socket, of which a read has a megabyte", async () => {
    // Fewer than those for which the socket of a slow client is closed.
    const some = ids.slice(0, 12);
    const socket = new StreamSocket(t, "dave");
    await socket.until((frame) => frame.type === "hello");
    const chat_id = (await t.as("dave", "createChat", { title: "Many at once" })).chat.id;
    // Messages that were sent before are not frames.
    await socket.until((frame) => frame.type === "joined" && frame.chat_id === chat_id);
    await Promise.all(some.map((_, n) => t.as("dave", "sendMessage", { chat_id, ...long(n) })));
    const isLong = (frame: Json) => frame.kind === "message" && frame.message?.entities?.length > 80;
    await socket.until(() => socket.frames.filter(isLong).length === some.length);
    const seqs = socket.frames.filter(isLong).map((frame) => frame.seq);
    expect(seqs).toEqual(seqs.toSorted((a, b) => a - b));
    socket.close();
  });
});
