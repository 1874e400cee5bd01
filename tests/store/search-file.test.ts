/** The file of the search index is compared with a model, for random sequences of inserts, changes and deletions. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { chatWord } from "heliogram/domain/search/document.ts";
import { SearchFile } from "heliogram/store/search/sqlite-file.ts";

const WORDS = ["a", "ab", "abc", "abcdefghij", "abcdefghik", "_c1", "_c2"];
const change = fc.record({
  row_id: fc.integer({ min: 1, max: 9 }),
  words: fc.option(fc.uniqueArray(fc.constantFrom(...WORDS), { minLength: 1 }), { freq: 3 }),
});
const steps = fc.array(fc.record({ changes: fc.array(change, { maxLength: 5 }), commits: fc.boolean() }), {
  maxLength: 12,
});

test("a word finds exactly the rows that contain it", () => {
  const dir = mkdtempSync(join(tmpdir(), "heliogram-search-file-"));
  const progress = { low: 0, high: 9, change: 0 };
  fc.assert(
    fc.property(steps, (all) => {
      const file = SearchFile.create(join(dir, "search.db"), "test", progress);
      const model = new Map<number, readonly string[]>();
      for (const { changes, commits } of all) {
        const last = new Map(changes.map(({ row_id, words }) => [row_id, words]));
        const documents = [...last].map(([row_id, words]) => {
          if (words === null) model.delete(row_id);
          else model.set(row_id, words);
          return { row_id, chat_id: 1, date: 1, words: words?.join(" ") };
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
    for (const word of ["all", "most", "few", "not", "none"]) {
      for (const [since, until] of [
        [0, Number.MAX_SAFE_INTEGER],
        [1100, 12_000],
      ] as const) {
        const meant = documents.filter(
          ({ chat_id, date, words: all }) => wanted.has(chat_id) && all.includes(word) && date >= since && date < until,
        );
        const asked = { clauses: [{ word, isPrefix: false }], chats: WANTED, since, until, limit: 100 };
        const found: number[] = [];
        for (let before = Number.MAX_SAFE_INTEGER; before > 0;) {
          const page = file.find({ ...asked, before });
          expect(page.rows.length).toBeLessThanOrEqual(asked.limit);
          found.push(...page.rows);
          before = page.down_to;
        }
        expect(found).toEqual(meant.map(({ row_id }) => row_id).reverse());
      }
    }
    file.close();
    rmSync(dir, { recursive: true, force: true });
  },
);

function expectSame(file: SearchFile, model: ReadonlyMap<number, readonly string[]>): void {
  for (const isPrefix of [true, false]) {
    for (const word of ["a", "ab", "abc", "abcd", "abcdefgh", "abcdefghi", "abcdefghij"]) {
      const meant = [...model].filter(([, words]) =>
        words.some((each) => (isPrefix ? each.startsWith(word) : each === word)),
      );
      for (const chats of [[1], [1, 2]]) {
        const asked = { clauses: [{ word, isPrefix }], chats, before: 100, since: 0, until: 10, limit: 100 };
        const inChats = meant.filter(([, words]) => chats.some((id) => words.includes(`_c${id}`)));
        expect(file.find(asked).rows).toEqual(inChats.map(([row_id]) => row_id).sort((a, b) => b - a));
      }
    }
  }
}
