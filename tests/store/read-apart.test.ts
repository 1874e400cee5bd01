/** Reads that take long: what they see, that nobody waits for them, and how they end. */
import { execFileSync } from "node:child_process";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { findMeta, setMeta } from "heliogram/store/counters.ts";
import { StoreUnavailable, type Db, type Lookup } from "heliogram/store/db.ts";
import { eventsAfter, openStream } from "heliogram/store/streams.ts";
import { engines, type Engine } from "../kit/service.ts";
import { makeStorePlace, type StorePlace } from "../kit/store-place.ts";

/** A statement that does not end by itself. */
const ENDLESS = {
  sqlite: "with recursive n (i) as (select 1 union all select i + 1 from n) select count(*) as n from n",
  postgres: "select pg_sleep(600)",
};
const ROWS = `with recursive n (i) as (select 1 union all select i + 1 from n where i < 3000)
  select i, 'a text that is not short' as text, i + 1 as next from n order by i`;
const META: Lookup<string> = {
  sql: "select value from meta where key = ?",
  tables: ["meta"],
  answer: (rows) => (rows as readonly { value: string }[])[0]?.value,
};

describe.each<Engine>([...engines(), "memory"])("reads apart on %s", (engine) => {
  let place: StorePlace;
  let db: Db;
  beforeEach(async () => {
    place = await makeStorePlace(engine);
    db = await place.open();
  });
  afterEach(async () => {
    await db.close();
    await place.remove();
  });

  test("they see every change that was acknowledged before", async () => {
    await db.write((tx) => openStream(tx, 1));
    for (let n = 1; n <= 20; n++) {
      await db.write(async (tx) => {
        await tx.add("insert into meta (key, value) values (?, ?)", `n${n}`, "added");
        tx.append({ stream: 1, kind: "x", ref: n, body: "" });
      });
      const [added, events, rows] = await db.readApart(async (tx) => [
        await findMeta(tx, `n${n}`),
        await eventsAfter(tx, 1, 0, 1000),
        await tx.all("select key from meta where value = ?", "added"),
      ]);
      expect([added, events.length, rows.length]).toEqual(["added", n, n]);
    }
  });

  test("they see one state, whatever is written meanwhile", async () => {
    if (engine === "memory") return;
    await db.write((tx) => setMeta(tx, "kept", "before"));
    const seen = await db.readApart(async (tx) => {
      const found = [await findMeta(tx, "kept"), await tx.lookUp(META, "kept")];
      await db.write((other) => setMeta(other, "kept", "after"));
      // The service knows the new answer by now.
      expect(await db.read((other) => other.lookUp(META, "kept"))).toBe("after");
      return [...found, await findMeta(tx, "kept"), await tx.lookUp(META, "kept")];
    });
    expect(seen).toEqual(["before", "before", "before", "before"]);
    expect(await db.readApart((tx) => findMeta(tx, "kept"))).toBe("after");
  });

  test("many at once take turns, and writers go on", async () => {
    await db.write((tx) => setMeta(tx, "n", "0"));
    let going = true;
    const writing = (async () => {
      let n = 0;
      while (going) await db.write((tx) => setMeta(tx, "n", String(++n)));
      return n;
    })();
    const reads = Array.from({ length: 40 }, () =>
      db.readApart(async (tx) => [await findMeta(tx, "n"), await findMeta(tx, "n")]),
    );
    const seen = await Promise.all(reads);
    going = false;
    expect(await writing).toBeGreaterThan(0);
    if (engine !== "memory") expect(seen.filter(([first, second]) => first !== second)).toEqual([]);
    expect(await db.readApart((tx) => findMeta(tx, "n"))).toBe(String(await writing));
  });

  test("all rows come, of any type, in their order", async () => {
    const bytes = Buffer.from([0, 1, 255]);
    const text = "ä\u0000".slice(0, 1).repeat(200_000);
    const ask = (tx: Parameters<Parameters<Db["readApart"]>[0]>[0]) =>
      Promise.all([
        tx.all<{ i: number }>(ROWS),
        tx.get<{ i: number }>(ROWS),
        tx.all("select key from meta where key = 'nobody'"),
        tx.get("select key from meta where key = 'nobody'"),
        tx.get<{ a: unknown; b: string; c: null }>(
          `select cast(? as ${engine === "postgres" ? "bytea" : "blob"}) as a, cast(? as text) as b, null as c`,
          bytes,
          text,
        ),
      ]);
    const [rows, first, none, nothing, types] = await db.readApart(ask);
    expect(rows).toHaveLength(3000);
    expect(rows.every(({ i }, at) => i === at + 1)).toBe(true);
    expect(rows.at(-1)).toEqual({ i: 3000, text: "a text that is not short", next: 3001 });
    expect([first!.i, none, nothing]).toEqual([1, [], undefined]);
    expect({ ...types, a: Buffer.from(types!.a as Uint8Array) }).toEqual({ a: bytes, b: text, c: null });
    expect(await db.readApart((tx) => tx.get(`select ${db.words.fold("'ÄB'")} as folded`))).toEqual({ folded: "äb" });
  });

  test("what throws is told, and the next one is answered", async () => {
    const wrong = () => db.readApart((tx) => tx.all("select a from nowhere"));
    await expect(wrong()).rejects.toThrow("nowhere");
    const thrown = db.readApart(async (tx) => {
      await tx.all(ROWS);
      throw new Error("found wanting");
    });
    await expect(thrown).rejects.toThrow("found wanting");
    expect(await db.readApart((tx) => findMeta(tx, "nobody"))).toBeUndefined();
  });

  test("they change nothing", async () => {
    if (engine === "memory") return;
    const insert = "insert into meta (key, value) values ('x', 'y') returning key";
    // PostgreSQL says the same where it is a standby, which is no fault of the statement.
    await expect(db.readApart((tx) => tx.all(insert))).rejects.toThrow(engine === "sqlite" ? "readonly" : "too busy");
    expect(await db.read((tx) => findMeta(tx, "x"))).toBeUndefined();
  });
});

describe.each<Engine>(engines())("reads apart that do not end, on %s", (engine) => {
  const endless = ENDLESS[engine as keyof typeof ENDLESS];
  let place: StorePlace;
  afterEach(() => place.remove());

  test("they are ended after a while, and the next one is answered", async () => {
    let backs = 0;
    const back = () => void backs++;
    place = await makeStorePlace(engine, undefined, undefined, { apart_ms: 300, statement_ms: 300, back });
    const db = await place.open();
    const reads = Array.from({ length: 3 }, () => db.readApart((tx) => tx.get(endless)));
    const outcomes = await Promise.allSettled(reads);
    for (const outcome of outcomes)
      expect(outcome).toEqual({ status: "rejected", reason: expect.any(StoreUnavailable) });
    expect(backs).toBe(0);
    for (let n = 0; n < 2; n++) expect(await db.readApart((tx) => findMeta(tx, "nobody"))).toBeUndefined();
    expect(backs).toBe(1);
    await db.close();
  });

  test("nobody else waits for them, and the store can be closed", async () => {
    const cancelled = engine === "postgres" ? { statement_ms: 2000 } : { apart_ms: 600_000 };
    place = await makeStorePlace(engine, undefined, undefined, cancelled);
    const db = await place.open();
    const under_way = db.readApart(async (tx) => {
      await tx.get("select 1 as one");
      running.resolve();
      return tx.get(endless);
    });
    const running = Promise.withResolvers<void>();
    const ended = expect(under_way).rejects.toThrow(StoreUnavailable);
    await running.promise;
    await db.write((tx) => setMeta(tx, "meanwhile", "kept"));
    expect(await db.read((tx) => findMeta(tx, "meanwhile"))).toBe("kept");
    expect(await db.readApart((tx) => findMeta(tx, "meanwhile"))).toBe("kept");
    await db.close();
    await ended;
    await expect(db.readApart((tx) => findMeta(tx, "meanwhile"))).rejects.toThrow(StoreUnavailable);
    const again = await place.open();
    expect(await again.read((tx) => findMeta(tx, "meanwhile"))).toBe("kept");
    await again.close();
  });
});

describe("the reading processes of SQLite", () => {
  let place: StorePlace;
  let db: Db;
  const timers = new Set<() => void>();
  const after = (_delay_ms: number, fire: () => void) => {
    timers.add(fire);
    return () => timers.delete(fire);
  };
  beforeEach(async () => {
    timers.clear();
    place = await makeStorePlace("sqlite", undefined, undefined, { after });
    db = await place.open();
  });
  afterEach(async () => {
    await db.close();
    await place.remove();
  });

  const ask = () => db.readApart((tx) => tx.get("select 1 as one"));

  test("one that dies is replaced", async () => {
    await ask();
    const [pid] = await readers(1);
    process.kill(pid!, "SIGKILL");
    await readers(0);
    expect(await ask()).toEqual({ one: 1 });
    // A work is tried once more, as its process may have died before.
    const dying = db.readApart((tx) => tx.get(ENDLESS.sqlite));
    const told = expect(dying).rejects.toThrow("a reading process ended");
    const [first] = await readers(1);
    process.kill(first!, "SIGKILL");
    let [second] = await readers(1);
    while (second === first) [second] = await readers(1);
    process.kill(second!, "SIGKILL");
    await told;
    expect(await ask()).toEqual({ one: 1 });
  });

  test("two at most are started, and they go when nobody needs them or the store is closed", async () => {
    expect(await readers(0)).toEqual([]);
    await Promise.all(Array.from({ length: 10 }, ask));
    await readers(2);
    for (const fire of [...timers]) fire();
    await readers(0);
    await ask();
    await readers(1);
    await db.close();
    await readers(0);
    db = await place.open();
  });

  test("of those that wait there are not too many, however far the clock is turned", async () => {
    const held = Promise.withResolvers<void>();
    const hold = () => db.readApart(() => held.promise);
    const holding = [hold(), hold()];
    const waiting = Array.from({ length: 100 }, ask);
    await expect(ask()).rejects.toThrow("too many reads take long");
    for (const fire of [...timers]) fire();
    held.resolve();
    await Promise.all(holding);
    expect(await Promise.all(waiting)).toHaveLength(100);
    expect(await ask()).toEqual({ one: 1 });
  });

  /** The processes that read from this store, once there are so many. */
  async function readers(count: number): Promise<number[]> {
    for (;;) {
      const lines = execFileSync("ps", ["-eo", "pid,args"], { encoding: "utf8" });
      const found = lines
        .split("\n")
        .filter((line) => line.includes("sqlite-reader-process") && line.includes(place.data_dir))
        .map((line) => Number.parseInt(line, 10));
      if (found.length === count) return found;
      await new Promise(setImmediate);
    }
  }
});
