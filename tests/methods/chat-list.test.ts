/** The chat list: its cost, its pages, and the difference to a client's state. */
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { enginesInTurn, startWorld, WORLD, type Json, type TestService } from "../support/service.ts";
import { countStatements } from "../support/statements.ts";

/** A client that keeps its list by differences alone. */
class ListClient {
  readonly rows = new Map<number, Json>();
  seq: number | undefined;
  pinned: number[] = [];
  /** Rows received, whether or not they had changed. */
  told = 0;
  readonly #t: TestService;
  readonly #username: string;

  constructor(t: TestService, username: string) {
    this.#t = t;
    this.#username = username;
  }

  /** Gets one page of the differences. @returns whether there are more */
  async page(limit: number): Promise<boolean> {
    const known = [...this.rows].map(([id, { seq }]) => [id, seq]);
    const params = { limit, ...(this.seq === undefined ? {} : { known, seq: this.seq }) };
    const {
      chats,
      pinned_chats,
      seq,
      more,
      gone = [],
      reset = false,
    } = await this.#t.as(this.#username, "listChats", params);
    if (reset) this.rows.clear();
    for (const id of gone) this.rows.delete(id);
    for (const row of chats) this.rows.set(row.chat.id, row);
    this.pinned = pinned_chats;
    this.seq = seq;
    this.told += chats.length;
    return more;
  }

  async catchUp(limit = 1000): Promise<void> {
    while (await this.page(limit));
  }
}

async function expectSameAsFresh(t: TestService, username: string, client: ListClient): Promise<void> {
  const { chats, pinned_chats }: Json = await t.as(username, "listChats");
  expect(new Map(client.rows)).toEqual(new Map(chats.map((row: Json) => [row.chat.id, row])));
  expect(client.pinned).toEqual(pinned_chats);
}

/** Alice is in many chats of every kind, Bob in a few of them. */
const FEW = 10;
const MANY = 200;
/** Alice has one more chat with a bot. */
const BUSY = {
  ...WORLD,
  chats: Array.from({ length: MANY - 4 }, (_, i) => ({
    type: i % 5 === 0 ? "channel" : "supergroup",
    title: `Chat ${i}`,
    creator: "alice",
    members: i < FEW - 3 ? ["bob", "carla"] : ["carla"],
  })),
};

describe.each(enginesInTurn())("the chat list on %s", (engine) => {
  let t: TestService;
  beforeAll(async () => {
    t = await startWorld(engine, BUSY);
    // The following messages are first in the lists.
    t.clock.advance(1000);
    for (const who of ["alice", "bob"]) {
      for (const other of ["carla", "dave", "echo_bot"]) await t.as(who, "openChat", { user_id: t.id(other) });
      const { message_id } = await t.as(who, "sendMessage", { chat_id: t.id("carla"), text: "Look" });
      await t.as(who, "pinChatMessage", { chat_id: t.id("carla"), message_id });
      await t.as(who, "saveDraft", { chat_id: t.id("carla"), text: "More", reply_to_message_id: message_id });
      await t.as(who, "pinChatInList", { chat_id: t.id("dave") });
    }
    // Drafts that reply to a deleted message: one of Bob's, many of Alice's.
    for (let i = 1; i < 30; i++) {
      const chat_id = t.id(`Chat ${i}`);
      const { message_id } = await t.as("alice", "sendMessage", { chat_id, text: "Hello, @bob" });
      for (const who of i === 1 ? ["alice", "bob"] : ["alice"]) {
        await t.as(who, "saveDraft", { chat_id, text: "Well", reply_to_message_id: message_id });
      }
      await t.as("alice", "deleteMessage", { chat_id, message_id });
    }
  });
  afterAll(() => t.stop());

  test("takes the same number of queries for ten chats and for two hundred", async () => {
    const ask = (who: string, params: object) =>
      countStatements(t, async () => (await t.as(who, "listChats", params)).chats.length);
    // Fills the caches of the store for both.
    for (const who of ["alice", "bob"]) await t.as(who, "listChats");
    const [few, many] = [await ask("bob", {}), await ask("alice", {})];
    expect([few.result, many.result]).toEqual([FEW, MANY]);
    expect(many.count).toBe(few.count);
    const [page, longer] = [await ask("alice", { limit: 40 }), await ask("alice", { limit: 150 })];
    expect([page.result, longer.result, longer.count]).toEqual([40, 150, page.count]);
  });

  test("takes fewer queries where nothing has changed", async () => {
    const { chats, seq } = await t.as("alice", "listChats");
    const known = chats.map((row: Json) => [row.chat.id, row.seq]);
    const { result, count } = await countStatements(t, () => t.as("alice", "listChats", { known, seq }));
    expect(result).toMatchObject({ chats: [], gone: [], reset: false, seq });
    expect(count).toBeLessThan(10);
  });

  test("comes in pages, pinned chats and the newest first, and is complete whatever arrives meanwhile", async () => {
    const client = new ListClient(t, "alice");
    await client.page(20);
    const [first, ...rest] = [...client.rows.values()];
    expect(first.chat.id).toBe(t.id("dave"));
    const dates = rest.map((row) => row.last_message.date);
    expect(dates).toEqual(dates.toSorted((a, b) => b - a));
    let i = MANY - 5;
    do {
      t.clock.advance(1000);
      await t.as("alice", "sendMessage", { chat_id: t.id(`Chat ${i--}`), text: "Meanwhile" });
    } while (await client.page(20));
    await expectSameAsFresh(t, "alice", client);
    expect(client.told).toBeLessThan(MANY + 20);
  });

  test("without parameters has all chats in the order of their newest messages", async () => {
    const answer = await t.as("alice", "listChats");
    expect(Object.keys(answer).sort()).toEqual(["chats", "pinned_chats", "seq"]);
    const dates = answer.chats.map((row: Json) => row.last_message?.date ?? 0);
    expect(dates).toEqual(dates.toSorted((a: number, b: number) => b - a));
  });

  test("with chat_ids has the rows of these chats, if the person is a member", async () => {
    const chat_ids = [t.id("Chat 3"), t.id("carla"), t.id("Chat 100"), 1];
    const { chats } = await t.as("bob", "listChats", { chat_ids });
    expect(chats.map((row: Json) => row.chat.id).sort()).toEqual([t.id("Chat 3"), t.id("carla")].sort());
    const { chats: all } = await t.as("bob", "listChats");
    for (const row of chats) expect(all).toContainEqual(row);
  });

  test("is reset for a client that was away for too long, or whose state is newer than the service's", async () => {
    const { chats, seq } = await t.as("bob", "listChats");
    const known = chats.map((row: Json) => [row.chat.id, row.seq]);
    await t.as("bob", "muteChat", { chat_id: t.id("carla") });
    const changed = await t.as("bob", "listChats", { known, seq });
    expect([changed.reset, changed.chats.map((row: Json) => row.chat.id)]).toEqual([false, [t.id("carla")]]);
    const ahead = await t.as("bob", "listChats", { known, seq: seq + 1000 });
    expect([ahead.reset, ahead.chats.length]).toEqual([true, FEW]);
    for (const bad of [{ known: [[1]] }, { known: [1] }, { known: "x" }]) {
      expect((await t.person("bob", "listChats", bad)).status).toBe(400);
    }
  });
});

const step = fc.record({
  kind: fc.constantFrom(
    ...["send", "send", "send", "edit", "delete", "read", "sync", "page", "unread", "archive", "mute", "pin", "unpin"],
    ...["draft", "leave", "add", "create", "remove", "title", "promote", "open", "own", "deliver"],
  ),
  chat: fc.nat(2),
  n: fc.nat(9),
});

describe.each(enginesInTurn())("a client that applies differences, on %s", (engine) => {
  let t: TestService;
  beforeAll(async () => {
    t = await startWorld(engine);
  });
  afterAll(() => t.stop());

  test("has the same list as a new client, after any history", async () => {
    const numRuns = engine === "sqlite" ? 25 : 8;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        const chats = await makeChats(t);
        const client = new ListClient(t, "bob");
        await client.catchUp();
        for (const each of steps) await carryOut(t, client, chats, each);
        await client.catchUp(20);
        await expectSameAsFresh(t, "bob", client);
      }),
      { numRuns },
    );
  });
});

/** Every history has chats of its own. */
async function makeChats(t: TestService): Promise<number[]> {
  const ids: number[] = [];
  for (const type of ["supergroup", "channel", "supergroup"]) {
    const { chat } = await t.as("alice", "createChat", { type, title: "A chat" });
    for (const who of ["bob", "carla"]) await t.as("alice", "addMember", { chat_id: chat.id, user_id: t.id(who) });
    ids.push(chat.id);
  }
  return ids;
}

/** A refused step changes nothing. */
async function carryOut(
  t: TestService,
  client: ListClient,
  chats: readonly number[],
  { kind, chat, n }: Json,
): Promise<void> {
  const chat_id = chats[chat]!;
  const as = (who: string, method: string, params: object) => t.person(who, method, { chat_id, ...params });
  switch (kind) {
    case "send":
      return void (await as("alice", "sendMessage", { text: n % 3 === 0 ? "Look, @bob" : `Message ${n}` }));
    case "own":
      return void (await as("bob", "sendMessage", { text: "Mine" }));
    case "edit":
      return void (await as("alice", "editMessageText", { message_id: 2 + n, text: `Edited ${n}` }));
    case "delete":
      return void (await as("alice", "deleteMessage", { message_id: 1 + n }));
    case "read":
      return void (await as(n % 3 === 0 ? "carla" : "bob", "readMessages", { message_id: 1 + n }));
    case "sync":
      return client.catchUp();
    case "page":
      return void (await client.page(1));
    case "unread":
      return void (await as("bob", "markUnread", {}));
    case "archive":
      return void (await as("bob", n % 2 === 0 ? "archiveChat" : "unarchiveChat", {}));
    case "mute":
      return void (await as("bob", n % 2 === 0 ? "muteChat" : "unmuteChat", {}));
    case "pin":
      return void (await as("bob", "pinChatInList", { place: 1 + (n % 3) }));
    case "unpin":
      return void (await as("bob", "unpinChatInList", {}));
    case "draft":
      return void (await as("bob", "saveDraft", { text: n % 2 === 0 ? "" : `Draft ${n}`, reply_to_message_id: 1 + n }));
    case "leave":
      return void (await as("bob", "leaveChat", {}));
    case "add":
      return void (await as("alice", "addMember", { user_id: t.id("bob") }));
    case "create":
      return void (await t.as("bob", "createChat", { title: `New ${n}` }));
    case "remove":
      return void (await as("alice", "deleteChat", {}));
    case "title":
      return void (await as("alice", "setChatTitle", { title: `Title ${n}` }));
    case "promote":
      return void (await as("alice", "promoteChatMember", { user_id: t.id("bob"), can_invite_users: n % 2 === 0 }));
    case "open":
      return void (await t.as("carla", "openChat", { user_id: t.id("bob") }));
    case "deliver":
      await t.as("carla", "openChat", { user_id: t.id("bob") });
      await t.as("carla", "sendMessage", { chat_id: t.id("bob"), text: "Hello" });
      return void (await t.as("bob", "markDelivered", { chats: [{ chat_id: t.id("carla"), message_id: n }] }));
  }
}
