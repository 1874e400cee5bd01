/** How often calls wait for PostgreSQL: the round trips of each, counted at the driver. */
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, test, vi } from "vitest";
import { StreamSocket } from "../support/stream-socket.ts";
import { startWorld, WORLD, type TestService } from "../support/service.ts";
import { until } from "../support/until.ts";
import { sqlRead } from "../support/sql.ts";

/** A pipeline, as the engine gives it to the driver. */
interface Round {
  readonly statements?: readonly { readonly name: string }[];
}

/** Every call asks once who the caller is. A bot's token is remembered. */
const AUTHENTICATION = 1;
/** The most round trips of a call besides. */
const SEND = 2;
const SEND_BY_PERSON = 5;
const READ = 3;
/**
 * Round trips at most. The index is searched by a thread of its own, on its own connection, in one more that is not
 * counted here.
 */
const MOST: Readonly<Record<string, number>> = {
  authentication: AUTHENTICATION,
  "a bot's message": SEND,
  "a person's message": AUTHENTICATION + SEND_BY_PERSON,
  "an edit": 4,
  "a confirmation of updates": 5,
  listChats: AUTHENTICATION + READ,
  getHistory: AUTHENTICATION + READ,
  "getHistory of a private chat": AUTHENTICATION + READ,
  "a search": AUTHENTICATION + READ,
  "a search in one chat": AUTHENTICATION + READ,
  "a message until it is on a socket": SEND + READ,
  "an answer until it is on a socket": SEND + 2 + READ,
  "a message until it is on many sockets": SEND + READ,
};

/** Enough for a broadcaster. */
const MANY_SOCKETS = 8;

describe.runIf(inject("postgresUrl") !== "")("round trips to PostgreSQL", () => {
  let t: TestService;
  beforeAll(async () => {
    t = await startWorld("postgres", WORLD, { search_index: true });
  });
  afterAll(() => t.stop());

  /** Counts the pipelines that somebody waits for. Nobody waits for the end of a transaction that only reads. */
  async function roundTrips(run: () => Promise<unknown>): Promise<number> {
    let count = 0;
    const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
    const spy = vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (
      this: pg.Client,
      ...args: unknown[]
    ) {
      const { statements } = args[0] as Round;
      if (statements && !(statements.length === 1 && statements[0]!.name === "commit")) count += 1;
      return query.apply(this, args);
    } as never);
    try {
      await run();
    } finally {
      spy.mockRestore();
    }
    return count;
  }

  /** Resolves when the search index has followed all edits: a search reads what has changed since. */
  async function isIndexUpToDate(): Promise<void> {
    const { db } = t.service;
    const isThrough = async () => !(await db.read((tx) => tx.get(sqlRead("select id from message_change limit 1"))));
    await until(isThrough, "an index that has followed all edits");
  }

  test("no call takes more than it is allowed", async () => {
    const chat_id = t.id("Team");
    for (let n = 0; n < 30; n++) await t.as("bob", "sendMessage", { chat_id, text: `one ${n}` });
    const bob = t.id("bob");
    await t.as("alice", "openChat", { user_id: bob });
    await t.as("alice", "sendMessage", { chat_id: bob, text: "one between us" });
    const send = (text: string) => t.ok("guard_bot", "sendMessage", { chat_id, text });
    const { message_id } = await send("x");
    const alice = { authorization: `Bearer ${t.accessToken("alice")}` };
    const taken: Record<string, number> = {};
    const take = async (name: string, run: () => Promise<unknown>) => (taken[name] = await roundTrips(run));
    // The first calls prepare statements, and show how each kind of transaction behaves.
    for (let i = 0; i < 4; i++) {
      await take("authentication", () => t.post("/api/getHistory", {}, alice));
      await take("a bot's message", () => send("y"));
      await take("a person's message", () => t.as("bob", "sendMessage", { chat_id, text: `hello ${i}` }));
      const edit = { chat_id, message_id, text: `edit ${i}` };
      await take("an edit", () => t.ok("guard_bot", "editMessageText", edit));
      const [first] = await t.updates("guard_bot");
      const offset = (first?.update_id ?? 0) + 1;
      await take("a confirmation of updates", () => t.ok("guard_bot", "getUpdates", { offset }));
      await take("listChats", () => t.as("alice", "listChats"));
      await take("getHistory", () => t.as("alice", "getHistory", { chat_id }));
      await take("getHistory of a private chat", () => t.as("alice", "getHistory", { chat_id: bob }));
      await isIndexUpToDate();
      await take("a search", () => t.as("alice", "searchMessages", { query: "one" }));
      await take("a search in one chat", () => t.as("alice", "searchMessages", { query: "one", chat_id }));
    }
    const sockets = [new StreamSocket(t, "alice")];
    const shown = (text: string) =>
      Promise.all(sockets.map((socket) => socket.until((frame) => frame.message?.text === text)));
    const isOpen = () => Promise.all(sockets.map((socket) => socket.until((frame) => frame.type === "hello")));
    await isOpen();
    await take("a message until it is on a socket", async () => {
      await send("to the socket");
      await shown("to the socket");
    });
    await take("an answer until it is on a socket", async () => {
      await t.ok("guard_bot", "sendMessage", { chat_id, text: "an answer", reply_to_message_id: message_id });
      await shown("an answer");
    });
    while (sockets.length < MANY_SOCKETS) sockets.push(new StreamSocket(t, "alice"));
    await isOpen();
    // With the first message, the read pointers of the people are read as well.
    for (const text of ["to many sockets", "again to many sockets"]) {
      await take("a message until it is on many sockets", async () => {
        await send(text);
        await shown(text);
      });
    }
    for (const socket of sockets) socket.close();
    expect(Object.keys(taken)).toEqual(Object.keys(MOST));
    expect(Object.entries(taken).filter(([name, count]) => count > MOST[name]!)).toEqual([]);
  });
});
