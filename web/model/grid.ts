/** A grid of sections, each of which begins a row of its own below its name: how it is laid out, and where arrow keys lead. */

export const COLUMNS = 8;
/** The height of a row and of a section's name, in the size of the page's text. */
export const ROW_REM = 2.5;
export const HEAD_REM = 1.75;

export interface GridPart {
  readonly count: number;
  readonly rows: number;
  /** The place of its first among all, its first row among all, and how far down it begins. */
  readonly first: number;
  readonly row: number;
  readonly top_rem: number;
}

/** Lays out sections of so many. */
export function sectionsOf(counts: readonly number[]): readonly GridPart[] {
  const next = { first: 0, row: 0, top_rem: 0 };
  return counts.map((count) => {
    const rows = Math.ceil(count / COLUMNS);
    const part = { count, rows, ...next };
    next.first += count;
    next.row += rows;
    next.top_rem += HEAD_REM + rows * ROW_REM;
    return part;
  });
}

/** Rows that a page key goes. */
const PAGE = 5;

interface Shape {
  readonly parts: readonly GridPart[];
  readonly isRtl: boolean;
}

/** @returns the place that a key leads to; nothing for keys that lead nowhere */
export function placeAfter(key: string, place: number, { parts, isRtl }: Shape): number | undefined {
  const rows = parts.flatMap(({ first, count, rows: own }) =>
    Array.from({ length: own }, (_, row) => ({
      from: first + row * COLUMNS,
      to: Math.min(first + count, first + (row + 1) * COLUMNS),
    })),
  );
  const row = rows.findIndex(({ from, to }) => place >= from && place < to);
  const here = rows[row];
  if (!here) return undefined;
  const at = (wanted: number) => {
    const { from, to } = rows[Math.min(rows.length - 1, Math.max(0, wanted))]!;
    return Math.min(from + place - here.from, to - 1);
  };
  switch (key) {
    case "ArrowLeft":
    case "ArrowRight":
      return Math.min(rows.at(-1)!.to - 1, Math.max(0, place + ((key === "ArrowLeft") === isRtl ? 1 : -1)));
    case "ArrowUp":
      return at(row - 1);
    case "ArrowDown":
      return at(row + 1);
    case "PageUp":
      return at(row - PAGE);
    case "PageDown":
      return at(row + PAGE);
    case "Home":
      return here.from;
    case "End":
      return here.to - 1;
    default:
      return undefined;
  }
}
