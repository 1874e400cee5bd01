/** The file of the search index is compared with a model, for random sequences of inserts, changes and deletions. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import fc from "fast-check";
import { expect, test } from "vitest";
import { chatWord } from "heliogram/domain/search/document.ts";
import { SearchFile } from "heliogram/store/search/sqlite-file.ts";

const WORDS = ["a", "ab", "abc", "abcdefghij", "abcdefghik", "_c1", "_c2"];
/** Rows so far apart that their dates are in several blocks. */
const DISTANCE = 2500;
const change = fc.record({
  row_id: fc.integer({ min: 1, max: 9 }).map((n) => n * DISTANCE),
  // In any order, as after a clock was set back.
  date: fc.integer({ min: 1, max: 9 }),
  words: fc.option(fc.uniqueArray(fc.constantFrom(...WORDS), { minLength: 1 }), { freq: 3 }),
});
const steps = fc.array(fc.record({ changes: fc.array(change, { maxLength: 5 }), commits: fc.boolean() }), {
  maxLength: 12,
});

interface Row {
  readonly date: number;
  readonly words: readonly string[];
}

test("a word finds exactly the rows between two dates that contain it", () => {
  const dir = mkdtempSync(join(tmpdir(), "heliogram-search-file-"));
  const progress = { low: 0, high: 9 * DISTANCE, change: 0 };
  fc.assert(
    fc.property(steps, (all) => {
      const file = SearchFile.create(join(dir, "search.db"), "test", progress);
      const model = new Map<number, Row>();
      for (const { changes, commits } of all) {
        const last = new Map(changes.map((each) => [each.row_id, each]));
        const documents = [...last.values()].map(({ row_id, date, words }) => {
          if (words === null) model.delete(row_id);
          else model.set(row_id, { date, words });
          return { row_id, chat_id: 1, date, words: words?.join(" ") };
        });
        file.take(
          documents.sort((a, b) => a.row_id - b.row_id),
          progress,
        );
        if (commits) file.commit();
      }
      file.commit();
      expectSame(file, model);
      file.beginMerge();
      while (file.merge());
      expectSame(file, model);
      file.close();
    }),
    { numRuns: 60 },
  );
  rmSync(dir, { recursive: true, force: true });
});

/** Rows far enough apart that those of the chats are in several windows. */
const APART = 40;
const MESSAGES = 14_000;
/** More chats than one query can name. */
const WANTED = Array.from({ length: 300 }, (_, i) => i + 1);
/** Words, and whether those that begin so match. */
const CLAUSES = [
  ["all", false],
  ["most", false],
  ["few", false],
  ["not", false],
  ["none", false],
  ["mo", true],
  ["mos", false],
] as const;

test(
  "a word in many chats finds their rows, wherever they are among those of other chats",
  { timeout: 240_000 },
  () => {
    const dir = mkdtempSync(join(tmpdir(), "heliogram-search-file-"));
    const progress = { low: 0, high: MESSAGES * APART, change: 0 };
    const file = SearchFile.create(join(dir, "search.db"), "test", progress);
    const documents = Array.from({ length: MESSAGES }, (_, i) => {
      // The wanted chats have a part of the newest messages, hardly any of those before, and every third of the oldest.
      const share = i < MESSAGES / 10 ? 3 : i < MESSAGES - 2000 ? 200 : 25;
      const isWanted = i % share === 0;
      const chat_id = isWanted ? WANTED[(i * 7) % WANTED.length]! : -1 - (i % 5);
      const words = [
        "all",
        ...(i % 10 < 8 ? ["most"] : []),
        ...(i % 9 === 4 ? ["few"] : []),
        ...(isWanted ? [] : ["not"]),
      ];
      return { row_id: (i + 1) * APART, chat_id, date: 1000 + i, words };
    });
    for (let i = 0; i < MESSAGES; i += 500)
      file.take(
        documents
          .slice(i, i + 500)
          .map((each) => ({ ...each, words: [...each.words, chatWord(each.chat_id)].join(" ") })),
        progress,
      );
    file.commit();
    const wanted = new Set(WANTED);
    const quiet = documents.filter(({ chat_id }) => wanted.has(chat_id)).map(({ row_id }) => row_id);
    for (const [word, isPrefix] of CLAUSES) {
      for (const [since, until] of [
        [0, Number.MAX_SAFE_INTEGER],
        [1100, 12_000],
      ] as const) {
        const meant = documents.filter(
          ({ chat_id, date, words: all }) =>
            wanted.has(chat_id) &&
            all.some((each) => (isPrefix ? each.startsWith(word) : each === word)) &&
            date >= since &&
            date < until,
        );
        const asked = { clauses: [{ word, isPrefix }], chats: WANTED, since, until, limit: 100 };
        // The chats count as busy, and as quiet.
        for (const rowsOfChats of [() => undefined, () => quiet]) {
          const found: number[] = [];
          for (let before = Number.MAX_SAFE_INTEGER; before > 0;) {
            const page = file.find({ ...asked, before }, rowsOfChats);
            expect(page.rows.length).toBeLessThanOrEqual(asked.limit);
            found.push(...page.rows);
            before = page.down_to;
          }
          expect(found).toEqual(meant.map(({ row_id }) => row_id).reverse());
        }
      }
    }
    file.close();
    rmSync(dir, { recursive: true, force: true });
  },
);

/** Ranges of dates, from the first on and before the second. */
const RANGES = [
  [0, 10],
  [3, 6],
  [9, Number.MAX_SAFE_INTEGER],
  [20, 30],
] as const;

function expectSame(file: SearchFile, model: ReadonlyMap<number, Row>): void {
  for (const isPrefix of [true, false]) {
    for (const word of ["a", "ab", "abc", "abcd", "abcde", "abcdefgh", "abcdefghi", "abcdefghij"]) {
      const meant = [...model].filter(([, { words }]) =>
        words.some((each) => (isPrefix ? each.startsWith(word) : each === word)),
      );
      for (const [since, until] of word === "a" ? RANGES : [[0, 10] as const]) {
        for (const chats of [[1], [1, 2]]) {
          const asked = { clauses: [{ word, isPrefix }], chats, before: 1e6, since, until, limit: 100 };
          const inChats = meant.filter(
            ([, { date, words }]) => date >= since && date < until && chats.some((id) => words.includes(`_c${id}`)),
          );
          expect(file.find(asked, () => undefined).rows).toEqual(
            inChats.map(([row_id]) => row_id).sort((a, b) => b - a),
          );
        }
      }
    }
  }
}

/** In how many parts FTS5 has the lists. */
function partsOf(path: string): number {
  const db = new DatabaseSync(path, { readOnly: true });
  const row = db.prepare("select count(distinct segid) as parts from posting_idx").get() as { parts: number };
  db.close();
  return row.parts;
}

test("parts of a size are merged after 10,000 messages, and all parts when a quarter more have come", () => {
  const dir = mkdtempSync(join(tmpdir(), "heliogram-search-file-"));
  const path = join(dir, "search.db");
  const file = SearchFile.create(path, "test", { low: 0, high: 0, change: 0 });
  let row_id = 0;
  /** Adds some messages, each in a part of its own, with which the index has this row. */
  const addUpTo = (high: number) => {
    for (let n = 0; n < 3; n++) {
      file.take([{ row_id: (row_id += 1), chat_id: 1, date: 1, words: `word _c1` }], { low: 0, high, change: 0 });
      file.commit();
    }
  };
  const merges = () => {
    let count = 0;
    while (file.merge()) count += 1;
    return count > 0;
  };
  const merged: [number, boolean, number][] = [];
  for (const high of [
    9_000, 19_000, 28_000, 100_000, 104_000, 199_000, 200_000, 800_000, 809_000, 999_000, 1_000_000,
  ]) {
    addUpTo(high);
    merged.push([high, merges(), partsOf(path)]);
  }
  expect(merged).toEqual([
    [9_000, false, 3],
    [19_000, true, 1],
    [28_000, false, 4],
    [100_000, true, 1],
    [104_000, false, 4],
    [199_000, true, 1],
    [200_000, true, 1],
    [800_000, true, 1],
    [809_000, false, 4],
    [999_000, true, 1],
    [1_000_000, true, 1],
  ]);
  file.close();
  rmSync(dir, { recursive: true, force: true });
});
