/** Statements as the server gets them: prepared once per connection, with their parameters as text. */
import type { Value } from "../db.ts";
import type { Statement } from "../statement.ts";
import { POSTGRES_DIALECT } from "./dialect.ts";

/** A prepared statement with its parameters. The same name always has the same text. */
export interface BoundStatement {
  readonly name: string;
  readonly text: string;
  readonly values: readonly (string | Buffer | null)[];
  /** The first column is the position of the request that a row belongs to, and is not part of the row. */
  readonly hasPosition?: boolean;
}

/** The prepared form of a statement. */
export interface Prepared {
  readonly name: string;
  readonly text: string;
}

const prepared = new Map<string, Prepared>();

/** The prepared form of SQL text: `?` becomes `$n`. */
export function prepare(sql: string): Prepared {
  let known = prepared.get(sql);
  if (!known) {
    let n = 0;
    known = { name: `s${prepared.size}`, text: sql.replaceAll("?", () => `$${++n}`) };
    prepared.set(sql, known);
  }
  return known;
}

/** By the ids of their statements. */
const declared: Prepared[] = [];

/** The prepared form of a declared statement. */
export function preparedOf(statement: Statement): Prepared {
  return (declared[statement.id] ??= prepare(statement.textIn(POSTGRES_DIALECT)));
}

export function bind({ name, text }: Prepared, values: readonly Value[]): BoundStatement {
  return { name, text, values: values.map(encode) };
}

/** A parameter as text, and bytes as they are. */
function encode(value: Value): string | Buffer | null {
  if (typeof value === "number") return String(value);
  return value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value;
}

const NEEDS_ESCAPE = /["\\]/;

/** An array as the text of a parameter: `{1,NULL,"a \"b\""}`. */
export function arrayLiteral(values: readonly Value[]): string {
  let text = "";
  for (const value of values) {
    if (text !== "") text += ",";
    if (value === null) text += "NULL";
    else if (typeof value === "number") text += value;
    else if (typeof value === "string")
      text += `"${NEEDS_ESCAPE.test(value) ? value.replaceAll(/["\\]/g, "\\$&") : value}"`;
    else throw new Error("bytes cannot be part of an array");
  }
  return `{${text}}`;
}

/** A statement without parameters that begins or ends a transaction. The name is what an observer of the wire sees. */
function control(name: string, text = name): BoundStatement {
  return { name, text, values: [] };
}

export const BEGIN = control("begin");
export const BEGIN_READ = control("begin_read", "begin transaction isolation level repeatable read, read only");
export const COMMIT = control("commit");
export const ROLLBACK = control("rollback");
