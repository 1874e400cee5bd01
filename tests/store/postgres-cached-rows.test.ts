/** Rows that PostgreSQL's engine has cached: a batch uses them in one round trip, and never when another process has changed them. */
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test, vi } from "vitest";
import type { Chat } from "heliogram/domain/chats.ts";
import { memberOf } from "heliogram/domain/members/member.ts";
import type { Db, Tx } from "heliogram/store/db.ts";
import { insertChat, lockChat } from "heliogram/store/queries/chats/chats.ts";
import { hintChatLock } from "heliogram/store/queries/chats/lock-hint.ts";
import { findMember, saveMember } from "heliogram/store/queries/members/members.ts";
import { insertMessage } from "heliogram/store/queries/messages/messages.ts";
import { eventsAfter, openStream } from "heliogram/store/queries/streams/streams.ts";
import { lockChatRow, onServer } from "../support/postgres.ts";
import { makeStoreLocation, type StoreLocation } from "../support/test-store.ts";
import { sqlRead } from "../support/sql.ts";

const ACCOUNT = 7;
/** Sends after which the rows of a chat are cached. */
const WARM_UP = 4;

describe.runIf(inject("postgresUrl") !== "")("cached rows on PostgreSQL", () => {
  let db: Db;
  let place: StoreLocation;
  let chat = 0;
  beforeAll(async () => {
    place = await makeStoreLocation("postgres");
    db = await place.open();
    await elsewhere(`insert into account (id, is_bot, first_name, created_at) values (${ACCOUNT}, 1, 'Bot', 0)`);
  });
  afterAll(async () => {
    await db.close();
    await place.remove();
  });
  beforeEach(async () => {
    chat = await newChat();
    await warmUp(chat);
  });

  async function newChat(): Promise<number> {
    const id = chat - 1;
    chat = id;
    const rest = {
      description: "",
      username: null,
      photo: null,
      link_previews: true,
      creator_id: null,
      low_id: null,
      high_id: null,
      is_forum: false,
    };
    const row: Chat = { id, type: "supergroup", title: "before", permissions: 0, member_count: 0, ...rest };
    await db.write(async (tx) => {
      await insertChat(tx, row, 0);
      await openStream(tx, id);
      await saveMember(tx, id, { ...memberOf(ACCOUNT, "member"), custom_title: "before" }, false, 0);
    });
    return id;
  }

  async function warmUp(id: number): Promise<void> {
    for (let n = 0; n < WARM_UP; n++) await send(id);
  }

  /** A message, with what its transaction has seen. */
  interface Sent {
    readonly message_id: number;
    readonly titles: string;
  }

  /** Sends a message as a bot does. `more` runs before the message is made. */
  function send(id: number, { on = db, more = async (_tx: Tx, _titles: string) => {} } = {}): Promise<Sent> {
    return on.write(async (tx) => {
      hintChatLock(tx, id, ACCOUNT);
      const [found, member] = [await lockChat(tx, id), await findMember(tx, id, ACCOUNT)];
      const titles = `${found!.title} ${member!.custom_title}`;
      await more(tx, titles);
      const message_id = await tx.allocateMessageIds(id, 1, 5);
      const rest = {
        sender_chat_id: null,
        date: 5,
        edit_date: null,
        reply_to: null,
        media_group_id: null,
        thread_id: null,
      };
      await insertMessage(tx, { ...rest, chat_id: id, message_id, sender_id: ACCOUNT, text: "x", content: {} });
      tx.append({ stream: id, kind: "message", ref: message_id, body: "" });
      return { message_id, titles };
    });
  }

  const elsewhere = (sql: string) => onServer(place.database, sql);

  /** The round trips during `run`. */
  async function pipelinesOf(run: () => Promise<unknown>): Promise<number> {
    const query = vi.spyOn(pg.Client.prototype, "query");
    await run();
    const pipelines = query.mock.calls.filter(([each]) => (each as { statements?: unknown }).statements !== undefined);
    query.mockRestore();
    return pipelines.length;
  }

  async function messageIds(id: number): Promise<number[]> {
    return (await db.read((tx) => eventsAfter(tx, id, 0, 1000))).map(({ ref }) => ref);
  }

  test("a message whose chat, member and last message id are cached takes one round trip", async () => {
    expect(await pipelinesOf(() => send(chat))).toBe(1);
    expect(await pipelinesOf(() => Promise.all([send(chat), send(chat)]))).toBe(1);
    expect(await messageIds(chat)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  test.each([
    ["chat", "update chat set title = 'after' where id = ", "after before"],
    ["member", "update member set custom_title = 'after' where chat_id = ", "before after"],
  ])("a change of the %s by another process is seen by the next transaction", async (_name, change, seen) => {
    await elsewhere(`${change}${chat}`);
    expect((await send(chat)).titles).toBe(seen);
  });

  test("a row that another process has removed is not found in the cache", async () => {
    await elsewhere(`delete from member where chat_id = ${chat}`);
    await expect(send(chat)).rejects.toThrow("custom_title");
  });

  test("no refusal rests on a value that has changed", async () => {
    await elsewhere(`update member set custom_title = 'allowed' where chat_id = ${chat}`);
    const more = async (_tx: Tx, titles: string) => {
      if (titles !== "before allowed") throw new Error("refused");
    };
    expect((await send(chat, { more })).message_id).toBe(WARM_UP + 1);
    await expect(send(chat, { more: () => Promise.reject(new Error("refused")) })).rejects.toThrow("refused");
    expect(await messageIds(chat)).toHaveLength(WARM_UP + 1);
  });

  test("a body that reads more sees its cached values and the rest behind one lock", async () => {
    const seen: unknown[] = [];
    const more = async (tx: Tx, titles: string) => {
      const row = await tx.get(sqlRead<{ title: string }>("select title from chat where id = ?"), chat);
      seen.push(`${titles} ${row!.title}`);
    };
    await send(chat, { more });
    await elsewhere(`update chat set title = 'after' where id = ${chat}`);
    await send(chat, { more });
    // What a body has seen that runs again is told to nobody.
    expect([seen[0], seen.at(-1)]).toEqual(["before before before", "after before after"]);
  });

  test("message ids that another process has allocated are not allocated again", async () => {
    const { db: other, remove } = await place.openAsKilled();
    const ids: number[] = [];
    for (let n = 0; n < 12; n++) ids.push((await send(chat, { on: n % 3 === 0 ? other : db })).message_id);
    await remove();
    expect(ids).toEqual(Array.from({ length: 12 }, (_, i) => WARM_UP + 1 + i));
    expect(await messageIds(chat)).toHaveLength(WARM_UP + 12);
  });

  test("a cached chat that another process has locked holds up nobody else", async () => {
    const held = chat;
    const free = await newChat();
    await warmUp(free);
    const holder = await lockChatRow(place.database, held);
    const waiting = send(held);
    expect((await send(free)).message_id).toBe(WARM_UP + 1);
    expect(await messageIds(held)).toHaveLength(WARM_UP);
    await holder.release();
    expect((await waiting).message_id).toBe(WARM_UP + 1);
  });

  test("rows that change between any two reads are not used from the cache", async () => {
    let failures = 0;
    for (let n = 0; n < 20; n++) {
      await elsewhere(`update member set own_unread = own_unread + 1 where chat_id = ${chat}`);
      let runs = 0;
      await send(chat, { more: async () => void (runs += 1) });
      failures += runs - 1;
    }
    expect(failures).toBe(1);
  });

  test("transactions of one chat share a batch, also where only some find everything in the cache", async () => {
    let runs = 0;
    const more = async () => void (runs += 1);
    const stranger = db.write(async (tx) => {
      runs += 1;
      hintChatLock(tx, chat, ACCOUNT + 1);
      await lockChat(tx, chat);
      expect(await findMember(tx, chat, ACCOUNT + 1)).toBeUndefined();
      return tx.allocateMessageIds(chat, 1, 5);
    });
    const ids = await Promise.all([stranger, ...[1, 2, 3].map(async () => (await send(chat, { more })).message_id)]);
    expect(ids.sort((a, b) => a - b)).toEqual([5, 6, 7, 8]);
    // In two batches, they would have allocated the same ids, and would have run again.
    expect(runs).toBe(4);
  });

  test("a value does not change while a transaction has it", async () => {
    await send(chat, {
      more: async (tx) => {
        const member = await findMember(tx, chat, ACCOUNT);
        expect(() => Object.assign(member!, { custom_title: "mine" })).toThrow(TypeError);
      },
    });
  });
});
