/** The file of the search index, against a model: any order of messages that come, change and go. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { SearchFile } from "heliogram/store/search/sqlite-file.ts";

const WORDS = ["a", "ab", "abc", "abcdefg", "abcdefh", "_c1", "_c2"];
const change = fc.record({
  row_id: fc.integer({ min: 1, max: 9 }),
  words: fc.option(fc.uniqueArray(fc.constantFrom(...WORDS), { minLength: 1 }), { freq: 3 }),
});
const steps = fc.array(fc.record({ changes: fc.array(change, { maxLength: 5 }), commits: fc.boolean() }), {
  maxLength: 12,
});

test("a word finds the rows that have it, whatever was put in and taken out", () => {
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

function expectSame(file: SearchFile, model: ReadonlyMap<number, readonly string[]>): void {
  for (const isPrefix of [true, false]) {
    for (const word of ["a", "ab", "abc", "abcd", "abcdef", "abcdefg"]) {
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
