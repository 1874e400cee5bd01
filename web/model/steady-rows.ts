/** Rows that follow what is held of a chat: those that show the same stay the same objects, and what did not change is not read again. */
import {
  folded,
  itemsOf,
  NOTHING,
  shownOf,
  type Begun,
  type Folded,
  type Item,
  type Row,
  type RowsInput,
} from "./rows.ts";

/** @returns what makes rows, and gives those of the last time for all that are like them */
export function steadyRows(): (input: RowsInput) => readonly Row[] {
  let last: { readonly input: RowsInput; readonly made: Folded } | undefined;
  return (input) => {
    const items = itemsOf(input);
    const begun = last && isAlike(last.input, input) ? begunOf(last.made, items) : NOTHING;
    const made = folded(input, items, begun);
    const steady = last ? { ...made, rows: steadied(made.rows, last.made.rows, begun.rows.length) } : made;
    last = { input, made: steady };
    return shownOf(steady, input);
  };
}

/** Whether the same items come to the same rows. */
function isAlike(one: RowsInput, other: RowsInput): boolean {
  const names = ["me", "reachesStart", "unread_after", "dayOf"] as const;
  return names.every((name) => one[name] === other[name]);
}

/** The rows before the first item that is another one. The last of them may go on with it, so that one is made again. */
function begunOf({ items: before, rows, starts, line }: Folded, items: readonly Item[]): Begun {
  let same = 0;
  while (same < before.length && same < items.length && isSame(before[same]!, items[same]!)) same++;
  let last = rows.length - 1;
  while (last >= 0 && starts[last]! >= same) last--;
  const from = starts[last] ?? 0;
  const kept = starts.indexOf(from);
  if (kept <= 0) return NOTHING;
  const hasLine = line !== undefined && line < from;
  return { rows: rows.slice(0, kept), starts: starts.slice(0, kept), line: hasLine ? line : undefined, from };
}

function isSame(one: Item, other: Item): boolean {
  return one.message === other.message && one.outgoing === other.outgoing;
}

/** With those of before in the place of all that show the same; the first ones are known to be steady, but for the last of them. */
function steadied(rows: readonly Row[], before: readonly Row[], begun: number): Row[] {
  const from = Math.max(0, begun - 1);
  const known = new Map(before.slice(from).map((row) => [row.key, row]));
  return rows.map((row, index) => {
    if (index < from) return row;
    const last = known.get(row.key);
    return last && alike(last, row) ? last : row;
  });
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
