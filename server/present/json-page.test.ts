/** Pages of rows: nothing is lost or repeated, however long the rows are, and no page or slice is beyond its bound. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { readJsonPage } from "./json-page.ts";

interface Row {
  readonly id: number;
  readonly length: number;
}

const CHARACTERS = 1000;
const MOST_AT_ONCE = 50;

test("pages have every row once, and each ends at its limit, near its characters, or at the end", async () => {
  const lengths = fc.array(fc.oneof(fc.integer({ min: 2, max: 20 }), fc.integer({ min: 2, max: 3000 })), {
    maxLength: 200,
  });
  await fc.assert(
    fc.asyncProperty(lengths, fc.integer({ min: 1, max: 120 }), fc.boolean(), async (all, limit, isLengthKnown) => {
      const list = all.map((length, id): Row => ({ id, length }));
      const seen: number[] = [];
      for (let hasMore = true; hasMore;) {
        const prepared = new Set<Row>();
        const begin = seen.length;
        let read = 0;
        const page = await readJsonPage<Row>({
          limit,
          characters: CHARACTERS,
          read: async (last, count) => {
            expect(count).toBeLessThanOrEqual(MOST_AT_ONCE);
            const from = last === undefined ? begin : last.id + 1;
            read = Math.max(read, from + count - begin);
            return list.slice(from, from + count);
          },
          ...(isLengthKnown ? { lengthOf: ({ length }: Row) => length } : {}),
          prepare: async (rows) => {
            for (const row of rows) prepared.add(row);
          },
          present: (row) => {
            expect(prepared.has(row)).toBe(true);
            return "x".repeat(row.length);
          },
        });
        expect(page.json.map(({ length }) => length)).toEqual(page.rows.map(({ length }) => length));
        const characters = page.json.join("").length;
        expect(page.rows.length > 1 ? characters : 0).toBeLessThanOrEqual(CHARACTERS);
        expect(page.rows.length).toBeLessThanOrEqual(limit);
        expect(read).toBeLessThanOrEqual(page.rows.length + 2 * MOST_AT_ONCE);
        seen.push(...page.rows.map(({ id }) => id));
        hasMore = page.hasMore;
        expect(hasMore).toBe(seen.length < list.length);
        // A page is not shorter than it must be.
        const next = list[seen.length];
        const isFull = !hasMore || page.rows.length >= limit || characters + next!.length > CHARACTERS;
        expect(isFull).toBe(true);
      }
      expect(seen).toEqual(list.map(({ id }) => id));
    }),
  );
});

test("without room for any row, a page has none and says that there are some", async () => {
  const read = async () => [{ id: 0, length: 2 }];
  const page = await readJsonPage<Row>({ limit: 0, read, present: () => "{}" });
  expect(page).toEqual({ rows: [], json: [], hasMore: true });
});
