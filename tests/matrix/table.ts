/** Parses tables from text, so that people can compare them with behaviour.md. */

export type Row = Readonly<Record<string, string>>;
/** The rows by the value of their first column. */
export type Table = ReadonlyMap<string, Row>;

/** Parses a table with a header line and `|` between cells. @throws for a wrong number of cells or a repeated name */
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

/** The value of a required cell. */
export function cellOf(row: Row, column: string): string {
  const cell = row[column];
  if (cell === undefined) throw new Error(`the table has no column "${column}"`);
  return cell;
}
