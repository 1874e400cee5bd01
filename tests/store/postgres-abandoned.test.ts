/** Transactions on PostgreSQL that end while something of theirs is under way: nobody waits for them for ever. */
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import type { Chat } from "heliogram/domain/chats.ts";
import type { Db, Tx } from "heliogram/store/db.ts";
import { findChat, insertChat, lockChat } from "heliogram/store/queries/chats/chats.ts";
import { openStream, streamState } from "heliogram/store/queries/streams/streams.ts";
import { lockChatRow, onServer } from "../support/postgres.ts";
import { makeStoreLocation, type StoreLocation } from "../support/test-store.ts";
import { sqlRead, sqlWrite } from "../support/sql.ts";

const REFUSED = new Error("refused");
const NEVER = new Promise<never>(() => {});

describe.runIf(inject("postgresUrl") !== "")("abandoned transactions on PostgreSQL", () => {
  let db: Db;
  let place: StoreLocation;
  let next = -1;
  beforeAll(async () => {
    place = await makeStoreLocation("postgres");
    db = await place.open();
  });
  afterAll(async () => {
    await db.close();
    await place.remove();
  });

  async function newChat(): Promise<number> {
    const id = next--;
    const chat: Chat = {
      id,
      type: "supergroup",
      title: "",
      description: "",
      username: null,
      photo: null,
      creator_id: null,
      permissions: 0,
      member_count: 0,
      link_previews: true,
      low_id: null,
      high_id: null,
      is_forum: false,
    };
    await db.write(async (tx) => {
      await insertChat(tx, chat, 0);
      await openStream(tx, id);
    });
    return id;
  }

  const append = (tx: Tx, chat: number) => tx.append({ stream: chat, kind: "x", ref: 1, body: "" });

  const say = (chat: number) =>
    db.write(async (tx) => {
      await lockChat(tx, chat);
      append(tx, chat);
    });

  const lastSeqOf = async (chat: number) => (await db.read((tx) => streamState(tx, chat)))!.last_seq;

  const retitle = (tx: Tx, chat: number) => tx.run(sqlWrite("update chat set title = 'new' where id = ?"), chat);

  /** Bodies that do not wait for their lock, and whether they succeed. */
  const bodies: [what: string, succeeds: boolean, body: (tx: Tx, chat: number, other: number) => Promise<unknown>][] = [
    ["throws", false, (tx, chat) => Promise.all([lockChat(tx, chat), Promise.reject(REFUSED)])],
    ["cannot share a transaction", true, (tx, chat) => Promise.all([lockChat(tx, chat), retitle(tx, chat)])],
    ["locks another chat too", true, (tx, chat, other) => Promise.all([lockChat(tx, chat), lockChat(tx, other)])],
    ["locks the same chat again", true, (tx, chat) => Promise.all([lockChat(tx, chat), lockChat(tx, chat)])],
    [
      "has a statement that fails",
      false,
      (tx, chat) => Promise.all([lockChat(tx, chat), tx.all(sqlRead("select 1 / 0"))]),
    ],
    [
      "returns",
      true,
      async (tx, chat) => {
        void lockChat(tx, chat);
        append(tx, chat);
      },
    ],
  ];

  test.each(bodies)("a body that %s while it waits for a lock holds up nobody", async (_what, succeeds, body) => {
    const [chat, other] = [await newChat(), await newChat()];
    // Some get the lock at once, others after one another.
    const outcomes = await Promise.allSettled([
      ...Array.from({ length: 3 }, () => db.write((tx) => body(tx, chat, other))),
      say(chat),
      ...Array.from({ length: 3 }, () => db.write((tx) => body(tx, chat, other))),
      say(chat),
    ]);
    const expected = [false, false, false, true, false, false, false, true].map((isSay) => isSay || succeeds);
    expect(outcomes.map(({ status }) => status === "fulfilled")).toEqual(expected);
    await Promise.all([say(chat), say(other)]);
    expect(await lastSeqOf(other)).toBe(1);
  });

  test("a body that ends while another process has its lock holds up nobody", async () => {
    const chat = await newChat();
    const holder = await lockChatRow(place.database, chat);
    const ending = Promise.withResolvers<never>();
    const outcomes = Promise.allSettled([
      db.write((tx) => Promise.all([lockChat(tx, chat), ending.promise])),
      say(chat),
      db.write((tx) => Promise.all([lockChat(tx, chat), ending.promise])),
    ]);
    // The batch has found the row locked when another one has been through.
    await say(await newChat());
    ending.reject(REFUSED);
    await say(await newChat());
    await holder.release();
    expect((await outcomes).map(({ status }) => status)).toEqual(["rejected", "fulfilled", "rejected"]);
    await say(chat);
    expect(await lastSeqOf(chat)).toBe(2);
  });

  test("a batch whose connection has ended does not wait for bodies that wait for something else", async () => {
    const chat = await newChat();
    let runs = 0;
    const hasLocked = Promise.withResolvers<void>();
    const writing = db.write(async (tx) => {
      await lockChat(tx, chat);
      hasLocked.resolve();
      if (runs++ === 0) await NEVER;
      append(tx, chat);
    });
    await hasLocked.promise;
    await onServer(
      place.database,
      "select pg_terminate_backend(pid) from pg_stat_activity where state = 'idle in transaction' and datname = current_database()",
    );
    await writing;
    expect(runs).toBe(2);
    expect(await lastSeqOf(chat)).toBe(1);
  });

  test("a chat that is not there is locked by nobody", async () => {
    const missing = next--;
    expect(await db.write((tx) => Promise.all([lockChat(tx, missing), findChat(tx, missing)]))).toEqual([
      undefined,
      undefined,
    ]);
  });
});
