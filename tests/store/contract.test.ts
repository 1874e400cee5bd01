/** The guarantees of both engines: one suite runs on both (docs/architecture/store.md). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Db, Tx } from "heliogram/store/db.ts";
import { eventsAfter, openStream, streamState, trimStream } from "heliogram/store/queries/streams/streams.ts";
import { findMeta, nextNumber, setMeta } from "heliogram/store/queries/service/counters.ts";
import { onServer } from "../support/postgres.ts";
import { engines, type Engine } from "../support/service.ts";
import { makeStoreLocation, type StoreLocation } from "../support/test-store.ts";
import { sqlRead, sqlWrite } from "../support/sql.ts";

describe.each<Engine>([...engines(), "memory"])("the store on %s", (engine) => {
  let db: Db;
  let place: StoreLocation;
  const notified: number[][] = [];
  beforeAll(async () => {
    place = await makeStoreLocation(engine, (streams) => notified.push([...streams]));
    db = await place.open();
    await db.write(async (tx) => {
      for (const id of [1, 2, 3]) await openStream(tx, id);
    });
  });
  afterAll(async () => {
    await db.close();
    await place.remove();
  });

  test("a transaction that throws is rolled back, and concurrent ones are kept", async () => {
    const transactions = Array.from({ length: 40 }, (_, i) =>
      db.write(async (tx) => {
        await setMeta(tx, `n${i}`, "kept");
        if (i % 4 === 0) throw new Error(`refused ${i}`);
        return i;
      }),
    );
    const outcomes = await Promise.allSettled(transactions);
    expect(outcomes.map((each) => each.status)).toEqual(
      transactions.map((_, i) => (i % 4 === 0 ? "rejected" : "fulfilled")),
    );
    const kept = await db.read(async (tx) => {
      const found: (string | undefined)[] = [];
      for (let i = 0; i < 40; i++) found.push(await findMeta(tx, `n${i}`));
      return found;
    });
    expect(kept).toEqual(transactions.map((_, i) => (i % 4 === 0 ? undefined : "kept")));
  });

  test("a transaction that continues after a failed statement is rolled back and rejected", async () => {
    const failing: ((tx: Tx) => Promise<unknown>)[] = [
      // PostgreSQL gets it with the commit, and rejects the transaction with its error.
      (tx) => tx.run(sqlWrite("insert into no_such_table (id) values (1)")),
      (tx) => tx.get(sqlWrite("insert into no_such_table (id) values (1) returning id")),
      (tx) => tx.get(sqlRead("select id from no_such_table")),
    ];
    for (const fail of failing) {
      for (const isFirst of [true, false]) {
        const outcome = db.write(async (tx) => {
          if (!isFirst) await setMeta(tx, "kept", "no");
          await fail(tx).catch(() => {});
          if (isFirst) await setMeta(tx, "kept", "no");
          return "done";
        });
        await expect(outcome).rejects.toThrow(/a statement failed|no_such_table/);
        expect(await db.read((tx) => findMeta(tx, "kept"))).toBeUndefined();
      }
    }
  });

  test("a read transaction cannot write", async () => {
    const change = sqlWrite("delete from meta where key = 'schema' returning key");
    // @ts-expect-error It takes statements that read.
    await expect(db.read((tx) => tx.all(change))).rejects.toThrow(/does not read|too busy/);
    expect(await db.read((tx) => findMeta(tx, "schema"))).toBeDefined();
  });

  test("a transaction takes no text", async () => {
    // @ts-expect-error What a text does is not declared.
    await expect(db.read((tx) => tx.all("select 1"))).rejects.toThrow(TypeError);
    // @ts-expect-error The same.
    await expect(db.write((tx) => tx.all("select 1"))).rejects.toThrow(TypeError);
  });

  test("every number is allocated once, also concurrently", async () => {
    const numbers = await Promise.all(Array.from({ length: 100 }, () => db.write((tx) => nextNumber(tx, "chat"))));
    expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, i) => i + 1));
  });

  test("events are dense and in the order of their commits", async () => {
    await Promise.all(
      Array.from({ length: 100 }, (_, i) =>
        db
          .write(async (tx) => {
            tx.append({ stream: 2, kind: "two", ref: i, body: "" });
            tx.append({ stream: 1, kind: "one", ref: i, body: "{}" });
            if (i % 10 === 0) throw new Error("refused");
          })
          .catch(() => {}),
      ),
    );
    for (const stream of [1, 2]) {
      const events = await db.read((tx) => eventsAfter(tx, stream, 0, 1000));
      expect(events.map((event) => event.seq)).toEqual(Array.from({ length: 90 }, (_, i) => i + 1));
      expect(new Set(events.map((event) => event.ref)).size).toBe(90);
      expect(events[0]!.at).toBe(5);
    }
  });

  test("notifications follow the commit, for the streams with new events", async () => {
    notified.length = 0;
    await db.write(async (tx) => tx.append({ stream: 3, kind: "x", ref: 0, body: "" }));
    await db.write(async (tx) => setMeta(tx, "quiet", "1"));
    expect(notified.flat()).toEqual([3]);
  });

  test("a stream is trimmed from its oldest events", async () => {
    await db.write((tx) => trimStream(tx, 1, 40));
    expect(await db.read((tx) => streamState(tx, 1))).toMatchObject({ last_seq: 90, trimmed_seq: 40 });
    expect((await db.read((tx) => eventsAfter(tx, 1, 0, 1)))[0]!.seq).toBe(41);
  });

  test("several message ids of one allocation are consecutive", async () => {
    const lasts = await Promise.all([3, 1, 2].map((count) => db.write((tx) => tx.allocateMessageIds(3, count, 0))));
    expect(Math.max(...lasts)).toBe(6);
  });

  test("a read sees one state, and a write its own changes", async () => {
    await db.write(async (tx) => {
      await setMeta(tx, "own", "1");
      expect(await findMeta(tx, "own")).toBe("1");
    });
    expect(await db.read((tx) => findMeta(tx, "own"))).toBe("1");
  });

  test("a slow read does not see part of a transaction", async () => {
    await db.write(async (tx) => {
      await setMeta(tx, "left", "0");
      await setMeta(tx, "right", "0");
    });
    let going = true;
    const transactions = (async () => {
      for (let n = 1; n <= 40; n++) {
        await db.write((tx) => trimStream(tx, 3, 0));
        await db.write(async (tx) => {
          await setMeta(tx, "left", String(n));
          await setMeta(tx, "right", String(n));
        });
      }
      going = false;
    })();
    const seen: (readonly [string | undefined, string | undefined])[] = [];
    while (going) {
      await db.read(async (tx) => {
        for (let n = 0; n < 5; n++) {
          seen.push([await findMeta(tx, "left"), await findMeta(tx, "right")]);
          await new Promise(setImmediate);
        }
      });
    }
    await transactions;
    expect(seen.filter(([left, right]) => left !== right)).toEqual([]);
  });

  test.skipIf(engine === "memory")("everything acknowledged is there after reopening", async () => {
    await db.write((tx) => setMeta(tx, "lasting", "yes"));
    await db.close();
    db = await place.open();
    expect(await db.read((tx) => findMeta(tx, "lasting"))).toBe("yes");
  });

  test.runIf(engine === "postgres")("a store of a newer version is refused", async () => {
    const schema = (await db.read((tx) => findMeta(tx, "schema")))!;
    await db.write((tx) => setMeta(tx, "schema", "999"));
    await db.close();
    await expect(place.open()).rejects.toThrow("start the newer version");
    await onServer(place.database, `update meta set value = '${schema}' where key = 'schema'`);
    db = await place.open();
  });

  test.runIf(engine === "sqlite")("only one process can open the store", async () => {
    await expect(place.open()).rejects.toThrow("is open in another process");
  });
});
