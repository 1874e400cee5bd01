/**
 * Builds the rows of a chat incrementally: rows with equal content stay the same objects, so that memoized components
 * do not re-render.
 */
import {
  buildRows,
  itemsOf,
  EMPTY_PREFIX,
  visibleRows,
  type RowsPrefix,
  type BuiltRows,
  type Item,
  type Row,
  type RowsInput,
} from "./rows.ts";

/** @returns a function that builds rows, and reuses equal rows of its last call */
export function incrementalRows(): (input: RowsInput) => readonly Row[] {
  let last: { readonly input: RowsInput; readonly made: BuiltRows } | undefined;
  return (input) => {
    const items = itemsOf(input);
    const prefix = last && sameInput(last.input, input) ? reusablePrefix(last.made, items) : EMPTY_PREFIX;
    const built = buildRows(input, items, prefix);
    const reused = last ? { ...built, rows: reuseRows(built.rows, last.made.rows, prefix.rows.length) } : built;
    last = { input, made: reused };
    return visibleRows(reused, input);
  };
}

/** Whether equal items result in equal rows. */
function sameInput(one: RowsInput, other: RowsInput): boolean {
  const names = ["me", "reachesStart", "unread_after", "dayOf"] as const;
  return names.every((name) => one[name] === other[name]);
}

/** The rows before the first changed item. The last of them may be continued by that item, so it is built again. */
function reusablePrefix({ items: before, rows, starts, line }: BuiltRows, items: readonly Item[]): RowsPrefix {
  let same = 0;
  while (same < before.length && same < items.length && sameItem(before[same]!, items[same]!)) same++;
  let last = rows.length - 1;
  while (last >= 0 && starts[last]! >= same) last--;
  const from = starts[last] ?? 0;
  const kept = starts.indexOf(from);
  if (kept <= 0) return EMPTY_PREFIX;
  const hasLine = line !== undefined && line < from;
  return { rows: rowsUpTo(rows, kept), starts: starts.slice(0, kept), line: hasLine ? line : undefined, from };
}

/** The first rows as if nothing followed them: an unread line may come between the last one and what continued it. */
function rowsUpTo(rows: readonly Row[], count: number): readonly Row[] {
  const first = rows.slice(0, count);
  const end = first.at(-1)!;
  if (end.kind === "post" && !end.last) first[count - 1] = { ...end, last: true };
  return first;
}

function sameItem(one: Item, other: Item): boolean {
  return one.message === other.message && one.outgoing === other.outgoing;
}

/** Replaces rows by equal ones of before. The rows of the prefix are reused already, except for its last one. */
function reuseRows(rows: readonly Row[], before: readonly Row[], prefix: number): Row[] {
  const from = Math.max(0, prefix - 1);
  const known = new Map(before.slice(from).map((row) => [row.key, row]));
  return rows.map((row, index) => {
    if (index < from) return row;
    const last = known.get(row.key);
    return last && shallowEqual(last, row) ? last : row;
  });
}

/** Compares all members; arrays are compared by their elements. */
function shallowEqual(one: object, other: object): boolean {
  const names = Object.keys(one) as (keyof typeof one)[];
  return names.length === Object.keys(other).length && names.every((name) => sameValue(one[name], other[name]));
}

function sameValue(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return Object.is(one, other);
  return one.length === other.length && one.every((each, i) => each === other[i]);
}
