/** Pages of lists: rows are read in slices and become JSON one by one, until the page has enough characters. */

/** A page ends near this many characters of JSON, so that the size of a response is bounded. */
export const PAGE_CHARACTERS = 4 * 1024 * 1024;
/** Rows of the first slice. So many of the largest messages (`MAX_CONTENT`) are about a page. */
const FIRST_SLICE = 24;
/** Rows of a further slice at most. Short rows before it do not promise that these are short. */
const LARGEST_SLICE = 50;

/** How the rows of a page are read and presented. */
export interface PageSource<R> {
  /** The largest number of rows. */
  readonly limit: number;
  /** Where the page ends, in characters; `PAGE_CHARACTERS` by default. */
  readonly characters?: number;
  /** At most `count` rows after `last`, or the first ones; fewer only at the end of the list. */
  readonly read: (last: R | undefined, count: number) => Promise<readonly R[]>;
  /**
   * About how many characters the JSON of a row has. With it, the next slice is read while `prepare` runs, which saves
   * a round trip to the database.
   */
  readonly lengthOf?: (row: R) => number;
  /** Loads what the rows of a slice refer to. */
  readonly prepare?: (rows: readonly R[]) => Promise<unknown>;
  readonly present: (row: R) => string | Promise<string>;
}

export interface JsonPage<R> {
  /** The rows of the page, and each one's JSON. */
  readonly rows: readonly R[];
  readonly json: readonly string[];
  /** Whether there are more rows. */
  readonly hasMore: boolean;
}

/** Reads one page. It has at least one row, if there is one. One row more is read, which tells whether there are more. */
export async function readJsonPage<R>(source: PageSource<R>): Promise<JsonPage<R>> {
  const { limit, characters = PAGE_CHARACTERS, read, lengthOf, prepare, present } = source;
  const [rows, json]: [R[], string[]] = [[], []];
  let left = characters;
  let count = Math.min(limit + 1, FIRST_SLICE);
  let slice = await read(undefined, count);
  for (;;) {
    const isLast = slice.length < count || rows.length + slice.length > limit;
    const following = Math.min(limit + 1 - rows.length - slice.length, LARGEST_SLICE);
    const isAhead = !isLast && lengthOf !== undefined && fits(slice, lengthOf, left);
    const [ahead] = await Promise.all([isAhead ? read(slice.at(-1), following) : undefined, prepare?.(slice)]);
    for (const row of slice) {
      if (rows.length === limit) return { rows, json, hasMore: true };
      const made = present(row);
      const text = typeof made === "string" ? made : await made;
      left -= text.length;
      if (left < 0 && rows.length > 0) return { rows, json, hasMore: true };
      rows.push(row);
      json.push(text);
    }
    if (isLast) return { rows, json, hasMore: false };
    slice = ahead ?? (await read(rows.at(-1), following));
    count = following;
  }
}

/** Whether a slice leaves room for another one like it. */
function fits<R>(slice: readonly R[], lengthOf: (row: R) => number, left: number): boolean {
  let length = 0;
  for (const row of slice) length += lengthOf(row);
  return length * 2 < left;
}
