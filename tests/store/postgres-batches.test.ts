/** Transactions that share a database transaction on PostgreSQL: nothing of one is lost, doubled or seen by mistake. */
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import type { Chat } from "heliogram/domain/chats.ts";
import type { Db, Tx } from "heliogram/store/db.ts";
import { insertChat, lockChat, lockPrivateChat } from "heliogram/store/queries/chats/chats.ts";
import { findMessage, insertMessage } from "heliogram/store/queries/messages/messages.ts";
import { eventsAfter, openStream, streamState } from "heliogram/store/queries/streams/streams.ts";
import { lock, lockRows } from "heliogram/store/statement.ts";
import { lockChatRow } from "../support/postgres.ts";
import { makeStoreLocation, type StoreLocation } from "../support/test-store.ts";
import { sqlRead } from "../support/sql.ts";

const upTo = (count: number) => Array.from({ length: count }, (_, i) => i + 1);

describe.runIf(inject("postgresUrl") !== "")("batches on PostgreSQL", () => {
  let db: Db;
  let place: StoreLocation;
  /** Streams of bots, which many chats write to. */
  const BOTS = [9001, 9002];
  let next = -1;
  beforeAll(async () => {
    place = await makeStoreLocation("postgres");
    db = await place.open();
    await db.write(async (tx) => {
      for (const bot of BOTS) await openStream(tx, bot);
    });
  });
  afterAll(async () => {
    await db.close();
    await place.remove();
  });

  async function newChat(parties?: readonly [low: number, high: number]): Promise<number> {
    const id = parties ? parties[0] + 1_000_000 : next--;
    const [low_id, high_id] = parties ?? [null, null];
    const chat: Chat = {
      id,
      type: parties ? "private" : "supergroup",
      title: "",
      description: "",
      username: null,
      photo: null,
      creator_id: null,
      permissions: 0,
      member_count: 0,
      link_previews: true,
      low_id,
      high_id,
      is_forum: false,
    };
    await db.write(async (tx) => {
      await insertChat(tx, chat, 0);
      await openStream(tx, id);
    });
    return id;
  }

  async function post(tx: Tx, chat_id: number, text: string, streams: readonly number[] = []): Promise<number> {
    const message_id = await tx.allocateMessageIds(chat_id, 1, 5);
    const rest = {
      sender_chat_id: null,
      date: 5,
      edit_date: null,
      reply_to: null,
      media_group_id: null,
      thread_id: null,
    };
    await insertMessage(tx, { ...rest, chat_id, message_id, sender_id: 7, text, content: {} });
    for (const stream of [...streams, chat_id]) tx.append({ stream, kind: "message", ref: message_id, body: "" });
    return message_id;
  }

  async function send(on: Db, chat_id: number, text: string, streams: readonly number[] = []): Promise<number> {
    return on.write(async (tx) => {
      await lockChat(tx, chat_id);
      return post(tx, chat_id, text, streams);
    });
  }

  /** The subjects of a stream's events, whose numbers must be dense. */
  async function refsOf(stream: number): Promise<number[]> {
    const [events, state] = await db.read(async (tx) => [
      await eventsAfter(tx, stream, 0, 10_000),
      await streamState(tx, stream),
    ]);
    expect(events.map(({ seq }) => seq)).toEqual(upTo(state!.last_seq));
    return events.map(({ ref }) => ref);
  }

  test("transactions that lock the same chat run one after another, and their ids are in the order of its events", async () => {
    const chat = await newChat();
    let runs = 0;
    const counted = (n: number) =>
      db.write(async (tx) => {
        runs += 1;
        await lockChat(tx, chat);
        return post(tx, chat, `${n}`);
      });
    const ids = await Promise.all(upTo(100).map(counted));
    expect(ids.sort((a, b) => a - b)).toEqual(upTo(100));
    expect(await refsOf(chat)).toEqual(upTo(100));
    // Two that had run at the same time would have met a conflict, and would have run again.
    expect(runs).toBe(100);
  });

  test("one row is locked once, also where it is found by two lookups", async () => {
    const chat = await newChat([21, 22]);
    const byParties = () =>
      db.write(async (tx) => {
        await lockPrivateChat(tx, 21, 22);
        return post(tx, chat, "by parties");
      });
    const ids = await Promise.all(upTo(40).map((n) => (n % 2 === 0 ? byParties() : send(db, chat, "by id"))));
    expect(ids.sort((a, b) => a - b)).toEqual(upTo(40));
    expect(await refsOf(chat)).toEqual(upTo(40));
  });

  test("a refused transaction leaves nothing, and takes no number from its neighbours", async () => {
    const chat = await newChat();
    const outcomes = await Promise.allSettled(
      upTo(60).map((n) =>
        db.write(async (tx) => {
          await lockChat(tx, chat);
          const id = await post(tx, chat, `${n}`);
          if (n % 3 === 0) throw new Error("refused");
          return id;
        }),
      ),
    );
    expect(outcomes.filter(({ status }) => status === "rejected")).toHaveLength(20);
    expect(await refsOf(chat)).toEqual(upTo(40));
    const texts = await db.read(async (tx) => {
      const found: number[] = [];
      for (const id of upTo(40)) found.push(Number((await findMessage(tx, chat, id))!.text));
      return found;
    });
    expect(texts.filter((n) => n % 3 === 0)).toEqual([]);
    expect(new Set(texts).size).toBe(40);
  });

  test("a transaction sees its own changes and those of its predecessors, and others do not see them early", async () => {
    const chat = await newChat();
    await Promise.all(
      upTo(20).map((n) =>
        db.write(async (tx) => {
          await lockChat(tx, chat);
          const id = await post(tx, chat, `${n}`);
          expect((await findMessage(tx, chat, id))!.text).toBe(`${n}`);
          expect(await findMessage(tx, chat, Math.max(1, id - 1))).toBeDefined();
        }),
      ),
    );
    expect(await refsOf(chat)).toEqual(upTo(20));
  });

  test("a chat that another process has locked holds up nobody else", async () => {
    const [held, free] = [await newChat(), await newChat()];
    const holder = await lockChatRow(place.database, held);
    const waiting = upTo(20).map((n) => send(db, held, `${n}`));
    const ids = await Promise.all(upTo(20).map((n) => send(db, free, `${n}`)));
    expect(ids).toHaveLength(20);
    expect(await db.read((tx) => findMessage(tx, held, 1))).toBeUndefined();
    await holder.release();
    expect((await Promise.all(waiting)).sort((a, b) => a - b)).toEqual(upTo(20));
    expect(await refsOf(held)).toEqual(upTo(20));
  });

  test("two processes that write to the same chats and bots never deadlock, and their numbers are dense", async () => {
    const chats = await Promise.all(upTo(5).map(() => newChat()));
    const { db: other, remove } = await place.openAsKilled();
    const before = await Promise.all(BOTS.map(async (bot) => (await refsOf(bot)).length));
    // Other tests have used this database.
    const deadlocks_before = await deadlocks();
    const sent = upTo(400).map((n) =>
      // The streams are named in changing order.
      send(n % 2 === 0 ? db : other, chats[n % 5]!, `${n}`, n % 3 === 0 ? BOTS : BOTS.toReversed()),
    );
    await Promise.all(sent);
    await remove();
    for (const chat of chats) expect(await refsOf(chat)).toEqual(upTo(80));
    for (const [i, bot] of BOTS.entries()) expect((await refsOf(bot)).length - before[i]!).toBe(400);
    expect(await deadlocks()).toBe(deadlocks_before);
  });

  async function deadlocks(): Promise<number> {
    const client = new pg.Client({ connectionString: place.database });
    await client.connect();
    const { rows } = await client.query("select deadlocks from pg_stat_database where datname = current_database()");
    await client.end();
    return Number(rows[0].deadlocks);
  }

  test("a conflict rejects its own transaction alone", async () => {
    const chat = await newChat();
    await send(db, chat, "first");
    const conflicting = db.write(async (tx) => {
      const rest = {
        sender_chat_id: null,
        date: 5,
        edit_date: null,
        reply_to: null,
        media_group_id: null,
        thread_id: null,
      };
      await insertMessage(tx, { ...rest, chat_id: chat, message_id: 1, sender_id: 7, text: "twice", content: {} });
    });
    const ids = Promise.all(upTo(20).map((n) => send(db, chat, `${n}`)));
    await expect(conflicting).rejects.toThrow("duplicate key");
    expect((await ids).sort((a, b) => a - b)).toEqual(upTo(21).slice(1));
    expect(await refsOf(chat)).toEqual(upTo(21));
  });

  test("ids that were allocated without the lock of the chat are noticed, and allocated again", async () => {
    const chat = await newChat();
    const unlocked = () => db.write((tx) => post(tx, chat, "unlocked"));
    const ids = await Promise.all(upTo(6).map((n) => (n % 3 === 0 ? unlocked() : send(db, chat, "locked"))));
    expect(ids.sort((a, b) => a - b)).toEqual(upTo(6));
    expect(await refsOf(chat)).toEqual(upTo(6));
  });

  test("a row that a statement has locked stays locked until the commit", async () => {
    const LOCK_STREAM = lock<{ last_seq: number }>("stream")`select last_seq from stream where id = ?${lockRows}`;
    const stream = 8001;
    await db.write((tx) => openStream(tx, stream));
    const add = () =>
      db.write(async (tx) => {
        const row = await tx.get(LOCK_STREAM, stream);
        tx.append({ stream, kind: "x", ref: row!.last_seq + 1, body: "" });
      });
    await Promise.all(upTo(30).map(add));
    expect(await refsOf(stream)).toEqual(upTo(30));
  });

  test("a read that has failed asks nothing more, so nothing of it runs in the next one on its connection", async () => {
    const failed = Promise.withResolvers<void>();
    let late: Promise<unknown> | undefined;
    const reading = db.read(async (tx) => {
      const goesOn = async () => {
        await tx.get(sqlRead("select 1 as n"));
        await failed.promise;
        return tx.get(sqlRead("select 2 as n"));
      };
      late = goesOn().catch((error: unknown) => error);
      await tx.get(sqlRead("select 3 as n"));
      throw new Error("refused");
    });
    await expect(reading).rejects.toThrow("refused");
    failed.resolve();
    expect(await late).toMatchObject({ message: "the transaction has ended" });
  });
});
