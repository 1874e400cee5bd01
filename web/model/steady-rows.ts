/** Rows that are put together anew with every message, and yet stay the same objects as long as they show the same. */
import type { Row } from "./rows.ts";

/** @returns what takes rows, and gives those of the last time for all that are like them */
export function steadyRows(): (rows: readonly Row[]) => readonly Row[] {
  let before: ReadonlyMap<string, Row> = new Map();
  return (rows) => {
    const steady = rows.map((row) => {
      const last = before.get(row.key);
      return last && alike(last, row) ? last : row;
    });
    before = new Map(steady.map((row) => [row.key, row]));
    return steady;
  };
}

/** All members are compared; of lists, the things in them. */
function alike(one: object, other: object): boolean {
  const names = Object.keys(one) as (keyof typeof one)[];
  return names.length === Object.keys(other).length && names.every((name) => same(one[name], other[name]));
}

function same(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return Object.is(one, other);
  return one.length === other.length && one.every((each, i) => each === other[i]);
}
