/** The redo log returns every acknowledged record, however its end was cut off. */
import { mkdtempSync, readFileSync, readdirSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Value } from "../db.ts";
import { schemaChange } from "../statement.ts";
import { FILES, removeSegments } from "./redo-segments.ts";
import { StatementDictionary, type LoggedStatement } from "./redo-record.ts";
import { RedoLog } from "./redo-log.ts";
import { replay, type Loss } from "./replay.ts";

function record(sql: string, ...values: Value[]): string {
  const dictionary = new StatementDictionary();
  return dictionary.record([dictionary.encode(schemaChange(sql), values)]);
}

const fatal = (error: unknown) => {
  throw error;
};

async function inFolder(body: (base: string, dir: string) => Promise<void>): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), "heliogram-redo-"));
  try {
    await body(join(dir, "store.redo"), dir);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

interface Read {
  readonly statements: LoggedStatement[];
  readonly end: number;
  readonly loss: Loss | undefined;
}

/** @param durable - up to where the database states that the log was on disk */
function read(base: string, from = 0, durable?: number): Read {
  const statements: LoggedStatement[] = [];
  const { end, loss } = replay(base, { position: from, durable }, (statement) => statements.push(statement));
  return { statements, end, loss };
}

test("appended records come back, across segments and from any record on", () =>
  inFolder(async (base) => {
    const redoLog = new RedoLog(base, 100, fatal);
    const ends: number[] = [];
    const told: number[] = [];
    const begins: number[] = [];
    for (let n = 0; n < 50; n++) {
      redoLog.append(record("insert", n, `text ${n} 😀`, null), () => told.push(n));
      ends.push(redoLog.end);
      if (n % 20 === 19) begins.push(redoLog.rotate());
    }
    await redoLog.whenDurable();
    expect(told).toEqual(Array.from({ length: 50 }, (_, n) => n));
    expect(read(base, 100).statements.map((each) => each[1])).toEqual(told);
    expect(read(base, ends[30]).statements[0]).toEqual(["insert", 31, "text 31 😀", null]);
    // What the log had when the first segment ended may be synced only after the second has begun.
    redoLog.recycleBefore(begins[0]!);
    expect(read(base, ends[19]).statements).toHaveLength(30);
    redoLog.recycleBefore(begins[1]!);
    expect(read(base, ends[39]).statements).toHaveLength(10);
    await redoLog.close();
  }));

test("a record has each SQL text once", () =>
  inFolder(async (base) => {
    const redoLog = new RedoLog(base, 0, fatal);
    const dictionary = new StatementDictionary();
    const [insert, other] = [schemaChange("insert"), schemaChange("other")];
    const written = [1, 2, 3].map((n) => dictionary.encode(n === 2 ? other : insert, [n]));
    const text = dictionary.record(written);
    expect(text.match(/insert/g)).toHaveLength(1);
    redoLog.append(text, () => {});
    await redoLog.close();
    expect(read(base).statements).toEqual([
      ["insert", 1],
      ["other", 2],
      ["insert", 3],
    ]);
  }));

test("records of a version without positions in checksums are read", () =>
  inFolder(async (base) => {
    const payload = Buffer.from(record("insert", 1));
    const head = Buffer.alloc(8);
    head.writeUInt32LE(payload.length, 0);
    head.writeUInt32LE(crc32(payload), 4);
    writeFileSync(`${base}.70`, Buffer.concat([head, payload]));
    expect(read(base, 70)).toEqual({ statements: [["insert", 1]], end: 78 + payload.length, loss: undefined });
  }));

test("bytes come back as bytes", () =>
  inFolder(async (base) => {
    const redoLog = new RedoLog(base, 0, fatal);
    redoLog.append(record("insert", Uint8Array.from([0, 255, 7])), () => {});
    await redoLog.close();
    expect(read(base).statements).toEqual([["insert", Buffer.from([0, 255, 7])]]);
  }));

test("a recycled segment does not return records of its earlier use", () =>
  inFolder(async (base, dir) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(fc.integer({ min: 0, max: 1 }), { minLength: 1, maxLength: 6 }), {
          minLength: 2,
          maxLength: 6,
        }),
        async (segments) => {
          const redoLog = new RedoLog(base, 0, fatal);
          const said: { readonly text: string; readonly from: number }[] = [];
          const begins = [0];
          for (const [n, lengths] of segments.entries()) {
            // Records as like each other as can be, so that old ones begin where new ones end.
            for (const length of lengths) {
              said.push({ text: "x".repeat(length), from: redoLog.end });
              redoLog.append(record("insert", "x".repeat(length)), () => {});
            }
            await redoLog.whenDurable();
            if (n < segments.length - 1) begins.push(redoLog.rotate());
            redoLog.recycleBefore(begins.at(-1)!);
          }
          const last = begins.at(-1)!;
          const kept = said.filter(({ from }) => from >= last).map(({ text }) => ["insert", text]);
          expect(read(base, last)).toEqual({ statements: kept, end: redoLog.end, loss: undefined });
          expect(readdirSync(dir).length).toBe(2);
          await redoLog.close();
          removeSegments(base);
          expect(readdirSync(dir)).toEqual([]);
        },
      ),
      { numRuns: 60 },
    );
  }));

/** Records one after the other, each on disk before the next is written. @returns where each ends */
async function writeInTurn(redoLog: RedoLog, count: number): Promise<number[]> {
  const ends: number[] = [];
  for (let n = 0; n < count; n++) {
    redoLog.append(record("insert into message ()", n), () => {});
    await redoLog.whenDurable();
    ends.push(redoLog.end);
  }
  return ends;
}

const upTo = (count: number) => Array.from({ length: count }, (_, n) => n);

test("cut off anywhere, everything before that comes back and nothing after, and nothing counts as lost", () =>
  inFolder(async (base, dir) => {
    const redoLog = new RedoLog(base, 0, fatal);
    const ends = await writeInTurn(redoLog, 20);
    await redoLog.close();
    const path = join(dir, readdirSync(dir)[0]!);
    const whole = readFileSync(path);
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.boolean(), (at, zeros) => {
        writeFileSync(path, whole);
        truncateSync(path, at);
        if (zeros) truncateSync(path, whole.length);
        const intact = ends.filter((end) => end <= at).length;
        const { statements, end, loss } = read(base);
        expect(statements.map((each) => each[1])).toEqual(upTo(intact));
        expect([end, loss]).toEqual([intact === 0 ? 0 : ends[intact - 1], undefined]);
      }),
      { numRuns: 300 },
    );
  }));

test("damage to any record that was durable before another was written is distinguished from a write that was cut off", () =>
  inFolder(async (base, dir) => {
    const redoLog = new RedoLog(base, 0, fatal);
    const ends = await writeInTurn(redoLog, 20);
    // What a quiet moment leaves behind: the last record is known to be durable as well.
    redoLog.writeDurableMark();
    redoLog.writeDurableMark();
    await redoLog.close();
    expect(redoLog.end - ends.at(-1)!).toBeLessThan(40);
    const path = join(dir, readdirSync(dir)[0]!);
    const whole = readFileSync(path);
    fc.assert(
      fc.property(fc.nat(ends.at(-1)! - 1), fc.integer({ min: 1, max: 255 }), (at, flip) => {
        const spoilt = Buffer.from(whole);
        spoilt[at]! ^= flip;
        writeFileSync(path, spoilt);
        const intact = ends.filter((end) => end <= at).length;
        const position = intact === 0 ? 0 : ends[intact - 1]!;
        const { statements, loss } = read(base);
        expect(statements.map((each) => each[1])).toEqual(upTo(intact));
        expect(loss).toMatchObject({ reason: "gap", position, messages: 19 - intact, records: 20 - intact });
      }),
      { numRuns: 300 },
    );
  }));

describe("of writes under way at a power cut", () => {
  /** Three writes after two that are durable, of which those named reach the disk. */
  async function cut(base: string, landed: readonly number[]): Promise<void> {
    const writes: (() => Promise<void>)[] = [];
    let holding = false;
    const write: typeof FILES.write = (descriptor, bytes, position, done) => {
      if (!holding) FILES.write(descriptor, bytes, position, done);
      else
        writes.push(
          () => new Promise((landed) => FILES.write(descriptor, bytes, position, () => landed())), // never told
        );
    };
    const redoLog = new RedoLog(base, 0, fatal, { ...FILES, write });
    await writeInTurn(redoLog, 2);
    holding = true;
    for (const n of [2, 3, 4]) redoLog.append(record("insert into message ()", n), () => {});
    for (const n of landed) await writes[n]!();
  }

  test.each([
    [[], 2],
    [[0], 3],
    [[1], 2],
    [[2], 2],
    [[1, 2], 2],
    [[0, 2], 3],
    [[0, 1, 2], 5],
  ])("those that landed, %j, do not make the others a loss", (landed, intact) =>
    inFolder(async (base) => {
      await cut(base, landed);
      const { statements, loss } = read(base);
      expect([statements.map((each) => each[1]), loss]).toEqual([upTo(intact), undefined]);
    }),
  );

  test("a gap that was durable before them is still a loss", () =>
    inFolder(async (base, dir) => {
      await cut(base, [2]);
      const path = join(dir, readdirSync(dir)[0]!);
      const bytes = readFileSync(path);
      bytes[20]! ^= 1;
      writeFileSync(path, bytes);
      expect(read(base).loss).toMatchObject({ position: 0, records: 2 });
    }));
});

describe("across segments", () => {
  /** Three segments of five records each. @returns where they begin and where the log ends */
  async function segments(base: string): Promise<number[]> {
    const redoLog = new RedoLog(base, 0, fatal);
    const places = [0];
    for (let n = 0; n < 3; n++) {
      await writeInTurn(redoLog, 5);
      places.push(n < 2 ? redoLog.rotate() : redoLog.end);
    }
    await redoLog.close();
    return places;
  }

  test("one that is missing is a loss, the last aside: nothing says that there was one", () =>
    inFolder(async (base) => {
      const [, second, third, end] = await segments(base);
      expect(read(base)).toMatchObject({ end, loss: undefined });
      rmSync(`${base}.${second}`);
      expect(read(base)).toMatchObject({ end: second, loss: { position: second, records: 5 } });
      expect(read(base, third)).toMatchObject({ end, loss: undefined });
      rmSync(`${base}.${third}`);
      expect(read(base)).toMatchObject({ end: second, loss: undefined });
    }));

  test("a first one that begins later than SQLite has got is a loss, whatever is in it", () =>
    inFolder(async (base) => {
      const [, second, third] = await segments(base);
      rmSync(`${base}.0`);
      const begins_later = { position: 0, reason: "begins_later" };
      expect(read(base)).toMatchObject({ end: 0, loss: { ...begins_later, records: 10, messages: 10 } });
      expect(read(base, second! - 1).loss).toMatchObject({ reason: "begins_later" });
      expect(read(base, second).loss).toBeUndefined();
      rmSync(`${base}.${second}`);
      truncateSync(`${base}.${third}`, 0);
      expect(read(base).loss).toMatchObject({ ...begins_later, records: 0 });
    }));

  test("a log that is gone or cut is a loss if the database states that it was there", () =>
    inFolder(async (base) => {
      const [, second, third, end] = await segments(base);
      expect(read(base, 0, end)).toMatchObject({ end, loss: undefined });
      // The last write was in flight when SQLite committed, and never ended.
      expect(read(base, end! + 50, end)).toMatchObject({ end: end! + 50, loss: undefined });
      truncateSync(`${base}.${third}`, end! - third! - 1);
      expect(read(base, end, end).loss).toMatchObject({ reason: "short", file: expect.stringContaining(`${third}`) });
      expect(read(base, second, third)).toMatchObject({ loss: undefined });
      rmSync(`${base}.${third}`);
      expect(read(base, third, third)).toMatchObject({ end: third, loss: undefined });
      expect(read(base, third, end).loss).toMatchObject({ reason: "short" });
      rmSync(`${base}.0`);
      rmSync(`${base}.${second}`);
      expect(read(base, end, end).loss).toMatchObject({ reason: "missing", position: end, records: 0 });
      expect(read(base, end)).toMatchObject({ end, loss: undefined });
    }));

  test("one that is cut off is a loss if a later one has what was written after it", () =>
    inFolder(async (base) => {
      const [, second, third] = await segments(base);
      truncateSync(`${base}.${second}`, 10);
      expect(read(base).loss).toMatchObject({ position: second, records: 5 });
      // A power cut right after the third was begun: it may be there while the end of the second is not.
      truncateSync(`${base}.${third}`, 0);
      expect(read(base)).toMatchObject({ end: second, loss: undefined });
    }));
});

describe("records of the version before, which do not say what was durable,", () => {
  /** As that version sealed them. */
  function sealedBefore(text: string, position: number): Buffer {
    const [payload, head, place] = [Buffer.from(text), Buffer.alloc(8), Buffer.alloc(8)];
    place.writeDoubleLE(position);
    head.writeUInt32LE(payload.length, 0);
    head.writeUInt32LE(crc32(payload, crc32(place)), 4);
    return Buffer.concat([head, payload]);
  }

  test.each([
    [3, undefined],
    [4, { records: 3 }],
  ])("are read, and a hole before the last of %i is no loss while all of them can have been under way", (count, loss) =>
    inFolder(async (base) => {
      let bytes = Buffer.alloc(0);
      for (let n = 0; n < count + 2; n++)
        bytes = Buffer.concat([bytes, sealedBefore(record("insert", n), bytes.length)]);
      writeFileSync(`${base}.0`, bytes);
      expect(read(base)).toMatchObject({ end: bytes.length, loss: undefined });
      bytes[bytes.length - Math.ceil((bytes.length / (count + 2)) * count) + 10]! ^= 1;
      writeFileSync(`${base}.0`, bytes);
      const damaged = read(base);
      expect(damaged.statements).toHaveLength(2);
      expect({ loss: damaged.loss }).toMatchObject({ loss });
    }),
  );
});
