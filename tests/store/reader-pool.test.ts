/** The reader pool: what its reads see, that no other call waits for them, and how they are ended. */
import { execFileSync } from "node:child_process";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { findMeta, setMeta } from "heliogram/store/queries/service/counters.ts";
import { StoreUnavailable, type Db } from "heliogram/store/db.ts";
import { Lookup } from "heliogram/store/lookup.ts";
import { addMention, countMentions } from "heliogram/store/queries/members/mentions.ts";
import { eventsAfter, openStream } from "heliogram/store/queries/streams/streams.ts";
import { engines, type Engine } from "../support/service.ts";
import { makeStoreLocation, type StoreLocation } from "../support/test-store.ts";
import { until } from "../support/until.ts";
import { fold, read } from "heliogram/store/statement.ts";
import { sqlRead } from "../support/sql.ts";

/** A statement that runs forever. */
const ENDLESS = {
  sqlite: "with recursive n (i) as (select 1 union all select i + 1 from n) select count(*) as n from n",
  postgres: "select pg_sleep(600)",
};
const ROWS = `with recursive n (i) as (select 1 union all select i + 1 from n where i < 3000)
  select i, 'a text that is not short' as text, i + 1 as next from n order by i`;
const FOLDED = read()`select ${fold("'ÄB'")} as folded`;
const META = new Lookup<string>({
  select: "value",
  from: "meta where key = ?",
  tables: ["meta"],
  decode: (rows) => (rows as readonly { value: string }[])[0]?.value,
});

describe.each<Engine>([...engines(), "memory"])("the reader pool on %s", (engine) => {
  let place: StoreLocation;
  let db: Db;
  beforeEach(async () => {
    place = await makeStoreLocation(engine);
    db = await place.open();
  });
  afterEach(async () => {
    await db.close();
    await place.remove();
  });

  test("a pooled read sees every change acknowledged before it", async () => {
    await db.write((tx) => openStream(tx, 1));
    for (let n = 1; n <= 20; n++) {
      await db.write(async (tx) => {
        await addMention(tx, 7, 8, n);
        tx.append({ stream: 1, kind: "x", ref: n, body: "" });
      });
      const [added, events, rows] = await db.readInPool(async (tx) => [
        await countMentions(tx, 7, 8),
        await eventsAfter(tx, 1, 0, 1000),
        await tx.all(sqlRead("select message_id from mention where account_id = ?"), 7),
      ]);
      expect([added, events.length, rows.length]).toEqual([n, n, n]);
    }
  });

  test.skipIf(engine === "memory")("a pooled read sees one state despite concurrent writes", async () => {
    await db.write((tx) => setMeta(tx, "kept", "before"));
    const seen = await db.readInPool(async (tx) => {
      const found = [await findMeta(tx, "kept"), await tx.lookUp(META, "kept")];
      await db.write((other) => setMeta(other, "kept", "after"));
      // By now the service has the new value.
      expect(await db.read((other) => other.lookUp(META, "kept"))).toBe("after");
      return [...found, await findMeta(tx, "kept"), await tx.lookUp(META, "kept")];
    });
    expect(seen).toEqual(["before", "before", "before", "before"]);
    expect(await db.readInPool((tx) => findMeta(tx, "kept"))).toBe("after");
  });

  test("many pooled reads queue, and writers do not wait for them", async () => {
    await db.write((tx) => setMeta(tx, "n", "0"));
    let going = true;
    const writing = (async () => {
      let n = 0;
      while (going) await db.write((tx) => setMeta(tx, "n", String(++n)));
      return n;
    })();
    const reads = Array.from({ length: 40 }, () =>
      db.readInPool(async (tx) => [await findMeta(tx, "n"), await findMeta(tx, "n")]),
    );
    const seen = await Promise.all(reads);
    going = false;
    expect(await writing).toBeGreaterThan(0);
    const changed = seen.filter(([first, second]) => first !== second);
    expect(engine === "memory" ? [] : changed).toEqual([]);
    expect(await db.readInPool((tx) => findMeta(tx, "n"))).toBe(String(await writing));
  });

  test("all rows arrive in order, with values of every type", async () => {
    const bytes = Buffer.from([0, 1, 255]);
    const text = "ä\u0000".slice(0, 1).repeat(200_000);
    const ask = (tx: Parameters<Parameters<Db["readInPool"]>[0]>[0]) =>
      Promise.all([
        tx.all(sqlRead<{ i: number }>(ROWS)),
        tx.get(sqlRead<{ i: number }>(ROWS)),
        tx.all(sqlRead("select key from meta where key = 'nobody'")),
        tx.get(sqlRead("select key from meta where key = 'nobody'")),
        tx.get(
          sqlRead<{ a: unknown; b: string; c: null }>(
            `select cast(? as ${engine === "postgres" ? "bytea" : "blob"}) as a, cast(? as text) as b, null as c`,
          ),
          bytes,
          text,
        ),
      ]);
    const [rows, first, none, nothing, types] = await db.readInPool(ask);
    expect(rows).toHaveLength(3000);
    expect(rows.every(({ i }, at) => i === at + 1)).toBe(true);
    expect(rows.at(-1)).toEqual({ i: 3000, text: "a text that is not short", next: 3001 });
    expect([first!.i, none, nothing]).toEqual([1, [], undefined]);
    expect({ ...types, a: Buffer.from(types!.a as Uint8Array) }).toEqual({ a: bytes, b: text, c: null });
    expect(await db.readInPool((tx) => tx.get(FOLDED))).toEqual({
      folded: "äb",
    });
  });

  test("an error is reported, and the next read succeeds", async () => {
    const wrong = () => db.readInPool((tx) => tx.all(sqlRead("select a from nowhere")));
    await expect(wrong()).rejects.toThrow("nowhere");
    const thrown = db.readInPool(async (tx) => {
      await tx.all(sqlRead(ROWS));
      throw new Error("found wanting");
    });
    await expect(thrown).rejects.toThrow("found wanting");
    expect(await db.readInPool((tx) => findMeta(tx, "nobody"))).toBeUndefined();
  });

  test.skipIf(engine === "memory")("a pooled read cannot write", async () => {
    const insert = "insert into meta (key, value) values ('x', 'y') returning key";
    // A PostgreSQL standby raises the same error without a fault of the statement.
    await expect(db.readInPool((tx) => tx.all(sqlRead(insert)))).rejects.toThrow(
      engine === "sqlite" ? "readonly" : "too busy",
    );
    expect(await db.read((tx) => findMeta(tx, "x"))).toBeUndefined();
  });
});

describe.each<Engine>(engines())("reads in the pool that do not end, on %s", (engine) => {
  const endless = ENDLESS[engine as keyof typeof ENDLESS];
  let place: StoreLocation;
  afterEach(() => place.remove());

  test("a pooled read is cancelled after its timeout, and the next one succeeds", async () => {
    let backs = 0;
    const back = () => void backs++;
    place = await makeStoreLocation(engine, undefined, undefined, {
      reader_limit_ms: 300,
      statement_ms: 300,
      availableAgain: back,
    });
    const db = await place.open();
    const reads = Array.from({ length: 3 }, () => db.readInPool((tx) => tx.get(sqlRead(endless))));
    const outcomes = await Promise.allSettled(reads);
    for (const outcome of outcomes)
      expect(outcome).toEqual({ status: "rejected", reason: expect.any(StoreUnavailable) });
    expect(backs).toBe(0);
    for (let n = 0; n < 2; n++) expect(await db.readInPool((tx) => findMeta(tx, "nobody"))).toBeUndefined();
    expect(backs).toBe(1);
    await db.close();
  });

  test("no other call waits for pooled reads, and the store can be closed", async () => {
    const cancelled = engine === "postgres" ? { statement_ms: 2000 } : { reader_limit_ms: 600_000 };
    place = await makeStoreLocation(engine, undefined, undefined, cancelled);
    const db = await place.open();
    const under_way = db.readInPool(async (tx) => {
      await tx.get(sqlRead("select 1 as one"));
      running.resolve();
      return tx.get(sqlRead(endless));
    });
    const running = Promise.withResolvers<void>();
    const ended = under_way.catch((error: unknown) => error);
    await running.promise;
    await db.write((tx) => setMeta(tx, "meanwhile", "kept"));
    expect(await db.read((tx) => findMeta(tx, "meanwhile"))).toBe("kept");
    expect(await db.readInPool((tx) => findMeta(tx, "meanwhile"))).toBe("kept");
    await db.close();
    expect(await ended).toBeInstanceOf(StoreUnavailable);
    await expect(db.readInPool((tx) => findMeta(tx, "meanwhile"))).rejects.toThrow(StoreUnavailable);
    const again = await place.open();
    expect(await again.read((tx) => findMeta(tx, "meanwhile"))).toBe("kept");
    await again.close();
  });
});

describe("the reader processes of SQLite", () => {
  let place: StoreLocation;
  let db: Db;
  const timers = new Set<() => void>();
  const after = (_delay_ms: number, fire: () => void) => {
    timers.add(fire);
    return () => timers.delete(fire);
  };
  beforeEach(async () => {
    timers.clear();
    place = await makeStoreLocation("sqlite", undefined, undefined, { after });
    db = await place.open();
  });
  afterEach(async () => {
    await db.close();
    await place.remove();
  });

  const ask = () => db.readInPool((tx) => tx.get(sqlRead("select 1 as one")));

  test("a process that crashes is replaced", async () => {
    await ask();
    const [pid] = await readers(1);
    process.kill(pid!, "SIGKILL");
    await readers(0);
    expect(await ask()).toEqual({ one: 1 });
    // A transaction is retried once, because its process may have crashed before it started.
    const dying = db.readInPool((tx) => tx.get(sqlRead(ENDLESS.sqlite)));
    const told = dying.catch((error: unknown) => error);
    const [first] = await readers(1);
    process.kill(first!, "SIGKILL");
    const second = await until(async () => (await readers(1)).find((pid) => pid !== first), "another reader");
    process.kill(second, "SIGKILL");
    expect(String(await told)).toContain("a reading process ended");
    expect(await ask()).toEqual({ one: 1 });
  });

  test("at most two are started, and they end when they are idle or the store is closed", async () => {
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

  test("the queue is bounded, however far the clock is advanced", async () => {
    const held = Promise.withResolvers<void>();
    const hold = () => db.readInPool(() => held.promise);
    const holding = [hold(), hold()];
    const waiting = Array.from({ length: 100 }, ask);
    await expect(ask()).rejects.toThrow("too many reads take long");
    for (const fire of [...timers]) fire();
    held.resolve();
    await Promise.all(holding);
    expect(await Promise.all(waiting)).toHaveLength(100);
    expect(await ask()).toEqual({ one: 1 });
  });

  /** Resolves with the reader processes of this store when there are this many. */
  function readers(count: number): Promise<number[]> {
    const find = () => {
      const lines = execFileSync("ps", ["-eo", "pid,args"], { encoding: "utf8" });
      const found = lines
        .split("\n")
        .filter((line) => line.includes("sqlite/reader-process") && line.includes(place.data_dir))
        .map((line) => Number.parseInt(line, 10));
      return found.length === count ? found : undefined;
    };
    return until(find, `${count} reader processes`);
  }
});
