/** The tables of a store as a copy has them. Each engine reads and writes them in its own way. */

export interface CopiedColumn {
  readonly name: string;
  /** Whether it has texts; otherwise it has integers. */
  readonly isText: boolean;
}

export interface CopiedTable {
  readonly name: string;
  readonly columns: readonly CopiedColumn[];
  /** The columns by which rows are ordered: together they are unique, and never null. */
  readonly key: readonly CopiedColumn[];
  /** A condition on the rows, in SQL: others belong to the database and not to the store. */
  readonly condition: string | undefined;
}

/** The values of a row, in the order of the columns. */
export type CopiedRow = readonly (string | number | null)[];

/** The values of a row's key. */
export type RowKey = readonly (string | number)[];

/** Tables about the processes that run at the moment. Neither a copy nor a backup has their rows. */
export const PROCESS_TABLES: readonly string[] = ["node"];

/** A foreign key of another table. */
export interface TableReference {
  readonly name: string;
  readonly target: string;
}

/** The tables, each after those that its rows refer to. */
export function inOrderOfReferences(names: readonly string[], references: readonly TableReference[]): string[] {
  const ordered = new Set<string>();
  const add = (name: string) => {
    if (ordered.has(name)) return;
    for (const reference of references) if (reference.name === name && reference.target !== name) add(reference.target);
    ordered.add(name);
  };
  for (const name of names) add(name);
  return [...ordered];
}

/** The key of a row. */
export function keyOf({ columns, key }: CopiedTable, row: CopiedRow): RowKey {
  return key.map((column) => row[columns.indexOf(column)]!);
}

/** The columns of a table or of its key, separated by commas. */
export function namesOf(columns: readonly CopiedColumn[]): string {
  return columns.map(({ name }) => name).join(", ");
}
