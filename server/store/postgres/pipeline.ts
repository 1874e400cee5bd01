/**
 * A pipeline: statements that are sent to the server together and answered together, in one round trip. They form one
 * group of the extended query protocol, so the server skips the rest after one has failed.
 */
import pg from "pg";
import type { BoundStatement } from "./statements.ts";

export type Row = Record<string, unknown>;

/** The result of one statement. */
export interface Result {
  readonly rows: Row[];
  /** With `hasPosition`, the position of each row. */
  readonly positions: number[];
  /** The server's word for what it did, such as `COMMIT` or `UPDATE 3`. */
  command: string;
}

interface Column {
  readonly name: string;
  /** Absent where the value is the text itself. */
  readonly parse: ((text: string) => unknown) | undefined;
}

/** The columns of the statements that a connection has prepared. */
type Prepared = Map<string, readonly Column[]>;

const preparedOf = new WeakMap<object, Prepared>();

/** Type ids of bigint, and of types whose values are their text. All our numbers are within ±2^53. */
const INT8 = 20;
const TEXTS = new Set([18, 19, 25, 1042, 1043]);
const NO_COLUMNS: readonly Column[] = [];

/** Runs statements in one round trip. @throws the first error */
export function runPipeline(client: pg.ClientBase, statements: readonly BoundStatement[]): Promise<readonly Result[]> {
  return new Promise((resolve, reject) => {
    let prepared = preparedOf.get(client);
    if (!prepared) preparedOf.set(client, (prepared = new Map()));
    client.query(
      new Pipeline(statements, prepared, (error, results) => {
        if (error) reject(error);
        else resolve(results!);
      }),
    );
  });
}

interface FieldMessage {
  readonly fields: readonly { readonly name: string; readonly dataTypeID: number }[];
}

/** A query of the driver's interface for queries of one's own (`Submittable`). */
class Pipeline implements pg.Submittable {
  /** The driver wraps it to limit the time. */
  callback: (error: Error | null, results?: readonly Result[]) => void;
  readonly statements: readonly BoundStatement[];
  readonly #prepared: Prepared;
  readonly #results: Result[] = [];
  /** Columns of the statements that are prepared by this pipeline. */
  readonly #described = new Map<string, readonly Column[]>();
  #current: Result = newResult();
  #columns: readonly Column[] = NO_COLUMNS;

  constructor(statements: readonly BoundStatement[], prepared: Prepared, callback: Pipeline["callback"]) {
    this.statements = statements;
    this.#prepared = prepared;
    this.callback = callback;
  }

  submit(connection: pg.Connection): void {
    // Only now: the pipeline may have waited for one that prepared the same statement.
    this.#columns = this.#prepared.get(this.statements[0]!.name) ?? NO_COLUMNS;
    connection.stream.cork();
    try {
      for (const { name, text, values } of this.statements) {
        const isNew = !this.#prepared.has(name) && !this.#described.has(name);
        if (isNew) {
          // A pipeline that failed may have prepared it. Closing what does not exist is no error.
          connection.close({ type: "S", name }, true);
          connection.parse({ name, text, types: [] }, true);
          this.#described.set(name, NO_COLUMNS);
        }
        connection.bind({ statement: name, values: values as (string | Buffer | null)[] }, true);
        if (isNew) connection.describe({ type: "P" }, true);
        connection.execute(null, true);
      }
      connection.sync();
    } finally {
      connection.stream.uncork();
    }
  }

  handleRowDescription({ fields }: FieldMessage): void {
    this.#columns = fields.map(({ name, dataTypeID }) => ({ name, parse: parserOf(dataTypeID) }));
    this.#described.set(this.statements[this.#results.length]!.name, this.#columns);
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    const row: Row = {};
    const columns = this.#columns;
    let i = 0;
    if (this.statements[this.#results.length]!.hasPosition) this.#current.positions.push(Number(fields[i++]));
    for (; i < columns.length; i++) {
      const { name, parse } = columns[i]!;
      const text = fields[i]!;
      row[name] = text === null || parse === undefined ? text : parse(text);
    }
    this.#current.rows.push(row);
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    this.#current.command = text;
    this.#results.push(this.#current);
    this.#current = newResult();
    const next = this.statements[this.#results.length];
    if (next) this.#columns = this.#prepared.get(next.name) ?? this.#described.get(next.name) ?? NO_COLUMNS;
  }

  /** An empty statement. */
  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: "" });
  }

  handleError(error: Error): void {
    this.callback(error);
  }

  handleReadyForQuery(): void {
    for (const [name, columns] of this.#described) this.#prepared.set(name, columns);
    this.callback(null, this.#results);
  }
}

function newResult(): Result {
  return { rows: [], positions: [], command: "" };
}

function parserOf(type: number): Column["parse"] {
  if (type === INT8) return Number;
  return TEXTS.has(type) ? undefined : (pg.types.getTypeParser(type, "text") as (text: string) => unknown);
}
