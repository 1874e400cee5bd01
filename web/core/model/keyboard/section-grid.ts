/** The layout of a grid of sections, each with a heading and rows of its own, and its navigation by arrow keys. */

export const COLUMNS = 8;
/** The heights of a row and of a section's heading, in rem. */
export const ROW_REM = 2.75;
export const HEADING_REM = 1.75;

export interface GridSection {
  readonly count: number;
  readonly rows: number;
  /** The index of the section's first item, the index of its first row, and its offset from the top. */
  readonly first: number;
  readonly row: number;
  readonly top_rem: number;
}

/** Lays out sections with these numbers of items. */
export function layOutSections(counts: readonly number[]): readonly GridSection[] {
  const next = { first: 0, row: 0, top_rem: 0 };
  return counts.map((count) => {
    const rows = Math.ceil(count / COLUMNS);
    const part = { count, rows, ...next };
    next.first += count;
    next.row += rows;
    next.top_rem += HEADING_REM + rows * ROW_REM;
    return part;
  });
}

/** The rows that Page Up and Page Down move. */
const PAGE_ROWS = 5;

interface Shape {
  readonly parts: readonly GridSection[];
  readonly isRtl: boolean;
}

/** @returns the index that a key moves to, or `undefined` for other keys */
export function indexAfterKey(key: string, place: number, { parts, isRtl }: Shape): number | undefined {
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
      return at(row - PAGE_ROWS);
    case "PageDown":
      return at(row + PAGE_ROWS);
    case "Home":
      return here.from;
    case "End":
      return here.to - 1;
    default:
      return undefined;
  }
}
