/** Tables as text: what a person reads and holds against behaviour.md is what the tests run. */

export type Row = Readonly<Record<string, string>>;
/** The rows by what stands in their first column. */
export type Table = ReadonlyMap<string, Row>;

/** Reads a table with a line of column names and `|` between cells. @throws for a crooked line or a name given twice */
export function readTable(text: string): Table {
  const [head = [], ...lines] = text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => line.split("|").map((cell) => cell.trim()));
  const rows = new Map<string, Row>();
  for (const cells of lines) {
    const name = cells[0]!;
    if (cells.length !== head.length)
      throw new Error(`the row of ${name} has ${cells.length} cells, not ${head.length}`);
    if (rows.has(name)) throw new Error(`${name} has two rows`);
    rows.set(name, Object.fromEntries(head.map((column, i) => [column, cells[i]!])));
  }
  return rows;
}

/** A cell that must be there. */
export function cellOf(row: Row, column: string): string {
  const cell = row[column];
  if (cell === undefined) throw new Error(`the table has no column "${column}"`);
  return cell;
}
