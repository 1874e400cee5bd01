/** The observer of commits is told the numbers of the events that transactions have appended (docs/architecture/store.md). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { CommitNote, Db, NewEvent, Tx } from "heliogram/store/db.ts";
import { eventsAfter, openStream } from "heliogram/store/queries/streams/streams.ts";
import { setMeta } from "heliogram/store/queries/service/counters.ts";
import { engines, type Engine } from "../support/service.ts";
import { makeStoreLocation, type StoreLocation } from "../support/test-store.ts";

/** More than a batch changes one by one. */
const STREAMS = [1, 2, 3, 4, 5, 6];

interface Named extends CommitNote {
  readonly name: string;
}

describe.each<Engine>([...engines(), "memory"])("on %s", (engine) => {
  let db: Db;
  let place: StoreLocation;
  const told: Named[] = [];
  /** What was told, and who went on, in order. */
  const order: string[] = [];
  beforeAll(async () => {
    const committed = (notes: readonly CommitNote[]) => {
      told.push(...(notes as readonly Named[]));
      order.push("told");
    };
    place = await makeStoreLocation(engine, () => order.push("streams"), undefined, { committed });
    db = await place.open();
    await db.write(async (tx) => {
      for (const id of STREAMS) await openStream(tx, id);
    });
  });
  beforeEach(() => {
    told.length = order.length = 0;
  });
  afterAll(async () => {
    await db.close();
    await place.remove();
  });

  /** Appends an event and notes it under a name. */
  function append(tx: Tx, stream: number, name: string): void {
    const event: NewEvent = { stream, kind: "x", ref: 0, body: JSON.stringify(name) };
    const note: Named = { event, name };
    tx.append(event);
    tx.note(note);
  }

  test("a number for each noted event of each transaction that is kept, whatever shares its commit", async () => {
    const write = (i: number) =>
      db.write(async (tx) => {
        // Every third one has a statement of its own, for which PostgreSQL runs it in a dedicated transaction.
        if (i % 3 === 0) await setMeta(tx, `m${i}`, "1");
        append(tx, 1, `${i} first`);
        // Messages of a chat, which share rows, are not noted.
        for (let ref = 1; ref <= 3; ref++) tx.append({ stream: 2, kind: "message", ref, body: "" });
        if (i % 2 === 0) for (const stream of STREAMS) append(tx, stream, `${i} on ${stream}`);
        append(tx, 1, `${i} last`);
        if (i % 5 === 0) throw new Error("refused");
      });
    const outcomes = await Promise.allSettled(Array.from({ length: 60 }, (_, i) => write(i)));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(48);
    const stored = new Map<string, string>();
    for (const stream of STREAMS) {
      const events = await db.read((tx) => eventsAfter(tx, stream, 0, 10_000));
      for (const { seq, body } of events) if (body !== "") stored.set(JSON.parse(body), `${stream} ${seq}`);
    }
    expect(told).toHaveLength(stored.size);
    expect(new Map(told.map(({ name, event, seq }) => [name, `${event!.stream} ${seq}`]))).toEqual(stored);
  });

  test.each([true, false])(
    "before the caller and the readers of the stream go on (own statement: %s)",
    async (isDedicated) => {
      await db.write(async (tx) => {
        if (isDedicated) await setMeta(tx, "dedicated", "1");
        append(tx, 1, "ordered");
      });
      order.push("caller");
      await expect.poll(() => order.length).toBe(3);
      expect(order[0]).toBe("told");
    },
  );

  test("a note about no event, of a transaction that changes nothing", async () => {
    const note: Named = { name: "nothing" };
    await db.write(async (tx) => tx.note(note));
    expect(told).toEqual([note]);
    await expect(
      db.write(async (tx) => {
        tx.note(note);
        throw new Error("refused");
      }),
    ).rejects.toThrow("refused");
    expect(told).toHaveLength(1);
  });
});
