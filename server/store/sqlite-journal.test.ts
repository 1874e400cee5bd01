/** The journal gives back what was acknowledged, whatever became of its end. */
import { mkdtempSync, readFileSync, readdirSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Value } from "./db.ts";
import { removeSegments } from "./sqlite-journal-segments.ts";
import { Dictionary, type Statement } from "./sqlite-journal-record.ts";
import { Journal, replay } from "./sqlite-journal.ts";

function record(sql: string, ...values: Value[]): string {
  const dictionary = new Dictionary();
  return dictionary.record([dictionary.note(sql, values)]);
}

const fatal = (error: unknown) => {
  throw error;
};

async function inFolder(work: (base: string, dir: string) => Promise<void>): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), "heliogram-journal-"));
  try {
    await work(join(dir, "store.redo"), dir);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

function read(base: string, from = 0): { statements: Statement[]; end: number } {
  const statements: Statement[] = [];
  const end = replay(base, from, (statement) => statements.push(statement));
  return { statements, end };
}

test("what was appended comes back, across segments and from any record on", () =>
  inFolder(async (base) => {
    const journal = new Journal(base, 100, fatal);
    const ends: number[] = [];
    const told: number[] = [];
    const begins: number[] = [];
    for (let n = 0; n < 50; n++) {
      journal.append(record("insert", n, `text ${n} 😀`, null), () => told.push(n));
      ends.push(journal.end);
      if (n % 20 === 19) begins.push(journal.rotate());
    }
    await journal.settled();
    expect(told).toEqual(Array.from({ length: 50 }, (_, n) => n));
    expect(read(base, 100).statements.map((each) => each[1])).toEqual(told);
    expect(read(base, ends[30]).statements[0]).toEqual(["insert", 31, "text 31 😀", null]);
    // What the log had when the first segment ended may be synced only after the second has begun.
    journal.dropBefore(begins[0]!);
    expect(read(base, ends[19]).statements).toHaveLength(30);
    journal.dropBefore(begins[1]!);
    expect(read(base, ends[39]).statements).toHaveLength(10);
    await journal.close();
  }));

test("a record has each text of SQL once", () =>
  inFolder(async (base) => {
    const journal = new Journal(base, 0, fatal);
    const dictionary = new Dictionary();
    const written = [1, 2, 3].map((n) => dictionary.note(n === 2 ? "other" : "insert", [n]));
    const text = dictionary.record(written);
    expect(text.match(/insert/g)).toHaveLength(1);
    journal.append(text, () => {});
    await journal.close();
    expect(read(base).statements).toEqual([
      ["insert", 1],
      ["other", 2],
      ["insert", 3],
    ]);
  }));

test("what a version without positions in its checksums left is read", () =>
  inFolder(async (base) => {
    const payload = Buffer.from(record("insert", 1));
    const head = Buffer.alloc(8);
    head.writeUInt32LE(payload.length, 0);
    head.writeUInt32LE(crc32(payload), 4);
    writeFileSync(`${base}.70`, Buffer.concat([head, payload]));
    expect(read(base, 70)).toEqual({ statements: [["insert", 1]], end: 78 + payload.length });
  }));

test("bytes come back as bytes", () =>
  inFolder(async (base) => {
    const journal = new Journal(base, 0, fatal);
    journal.append(record("insert", Uint8Array.from([0, 255, 7])), () => {});
    await journal.close();
    expect(read(base).statements).toEqual([["insert", Buffer.from([0, 255, 7])]]);
  }));

test("a segment is written over one that nobody needs, and what it said is not read again", () =>
  inFolder(async (base, dir) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(fc.integer({ min: 0, max: 1 }), { minLength: 1, maxLength: 6 }), {
          minLength: 2,
          maxLength: 6,
        }),
        async (segments) => {
          const journal = new Journal(base, 0, fatal);
          const said: { readonly text: string; readonly from: number }[] = [];
          const begins = [0];
          for (const [n, lengths] of segments.entries()) {
            // Records as like each other as can be, so that old ones begin where new ones end.
            for (const length of lengths) {
              said.push({ text: "x".repeat(length), from: journal.end });
              journal.append(record("insert", "x".repeat(length)), () => {});
            }
            await journal.settled();
            if (n < segments.length - 1) begins.push(journal.rotate());
            journal.dropBefore(begins.at(-1)!);
          }
          const last = begins.at(-1)!;
          const kept = said.filter(({ from }) => from >= last).map(({ text }) => ["insert", text]);
          expect(read(base, last)).toEqual({ statements: kept, end: journal.end });
          expect(readdirSync(dir).length).toBe(2);
          await journal.close();
          removeSegments(base);
          expect(readdirSync(dir)).toEqual([]);
        },
      ),
      { numRuns: 60 },
    );
  }));

test("cut off or damaged anywhere, everything before that comes back and nothing after", () =>
  inFolder(async (base, dir) => {
    const journal = new Journal(base, 0, fatal);
    const ends: number[] = [];
    for (let n = 0; n < 20; n++) {
      journal.append(record("insert", n), () => {});
      ends.push(journal.end);
    }
    await journal.close();
    const path = join(dir, readdirSync(dir)[0]!);
    const whole = readFileSync(path);
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.boolean(), (at, cut) => {
        writeFileSync(path, whole);
        if (cut) truncateSync(path, at);
        else
          writeFileSync(
            path,
            Buffer.concat([whole.subarray(0, at), Buffer.from([whole[at]! ^ 0xff]), whole.subarray(at + 1)]),
          );
        const intact = ends.filter((end) => end <= at).length;
        expect(read(base).statements.map((each) => each[1])).toEqual(Array.from({ length: intact }, (_, n) => n));
        expect(read(base).end).toBe(intact === 0 ? 0 : ends[intact - 1]);
      }),
      { numRuns: 300 },
    );
  }));
