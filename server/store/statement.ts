/** Statements as values: SQL text, and what the engines need to know about it. */

/** The expressions that the engines write differently. */
export interface SqlDialect {
  /** Makes a text expression comparable without regard to case. */
  fold(expression: string): string;
  /** The numbers of a JSON array that is one parameter, as the right side of `in`. */
  readonly numbers: string;
  /** The pairs of numbers of a JSON array that is one parameter, as a table with the columns `first` and `second`. */
  readonly pairs: string;
  /** The texts of a JSON array that is one parameter, as a table with the column `value`. */
  readonly texts: string;
  /** Appended to a `select`: locks its rows until the transaction ends. */
  readonly lockRows: string;
  /** Appended to a `select`: locks its rows until the transaction ends, and leaves out those that others have locked. */
  readonly skipLocked: string;
  /** Appended to a `select`: its rows are not changed by others until the transaction ends. */
  readonly lockShared: string;
}

/** SQL text that depends on the dialect. */
type DialectText = (dialect: SqlDialect) => string;

export const numbers: DialectText = (dialect) => dialect.numbers;
export const pairs: DialectText = (dialect) => dialect.pairs;
export const texts: DialectText = (dialect) => dialect.texts;
export const lockRows: DialectText = (dialect) => dialect.lockRows;
export const skipLocked: DialectText = (dialect) => dialect.skipLocked;
export const lockShared: DialectText = (dialect) => dialect.lockShared;

export function fold(expression: string): DialectText {
  return (dialect) => dialect.fold(expression);
}

/** `lock`: reads and locks rows. */
type Kind = "read" | "lock" | "write";

interface Declaration<K extends Kind> {
  readonly kind: K;
  /** All tables that it reads or writes; absent: any. What is buffered for them is written before it runs. */
  readonly tables?: readonly string[];
  /** The table that it writes; absent: none, or any. Cached values of lookups that read the table are dropped. */
  readonly target?: string;
  /** The columns that it changes; absent: any. Lookups that ignore all of them keep their values. */
  readonly changes?: readonly string[] | undefined;
  /** What its first parameters name: the only stream that it reads, or the only message (chat and id). */
  readonly scope?: "stream" | "message";
}

const declared: Statement[] = [];

/** Every statement of the modules that are loaded. */
export function declaredStatements(): readonly Statement[] {
  return declared;
}

/**
 * A statement whose rows are `R`. It is made once, when its module is loaded. `tests/store/statements.test.ts` compares
 * what is declared with what SQLite reports.
 */
export class Statement<R = unknown, K extends Kind = Kind> {
  /** Its index among all statements: engines keep what they have prepared in arrays. */
  readonly id: number;
  readonly kind: K;
  readonly tables: readonly string[] | undefined;
  readonly target: string | undefined;
  readonly changes: readonly string[] | undefined;
  readonly scope: "stream" | "message" | undefined;
  declare readonly row: R;
  readonly #text: DialectText;

  constructor(text: DialectText, { kind, tables, target, changes, scope }: Declaration<K>) {
    this.id = declared.push(this) - 1;
    this.#text = text;
    this.kind = kind;
    this.tables = tables;
    this.target = target;
    this.changes = changes;
    this.scope = scope;
  }

  textIn(dialect: SqlDialect): string {
    return this.#text(dialect);
  }

  /** Whether it reads or writes a table. */
  touches(table: string): boolean {
    return this.tables === undefined || this.tables.includes(table);
  }
}

export type Read<R = unknown> = Statement<R, "read">;
export type Write<R = unknown> = Statement<R, "write">;

/** A template with the SQL text. */
type Template<S> = (parts: TemplateStringsArray, ...values: readonly (string | number | DialectText)[]) => S;

function template<K extends Kind, R>(declaration: Declaration<K>): Template<Statement<R, K>> {
  return (parts, ...values) => {
    const isSame = values.every((each) => typeof each !== "function");
    const plain = isSame ? copyOf(String.raw({ raw: parts }, ...values).trim()) : "";
    const textIn = (dialect: SqlDialect) =>
      String.raw({ raw: parts }, ...values.map((each) => (typeof each === "function" ? each(dialect) : each))).trim();
    return new Statement<R, K>(isSame ? () => plain : textIn, declaration);
  };
}

/**
 * V8 keeps what `trim` returns as a part of the longer string, and `JSON.stringify` is slow for an array that has one. Each
 * record of the redo log has these texts.
 */
function copyOf(text: string): string {
  return Buffer.from(text).toString();
}

/** A statement that reads these tables, all that occur in it. */
export function read<R>(...tables: readonly string[]): Template<Read<R>> {
  return template({ kind: "read", tables });
}

/** A statement that reads the row or the events of one stream, which its first parameter names. */
export function readOfStream<R>(table: "stream" | "event"): Template<Read<R>> {
  return template({ kind: "read", tables: [table], scope: "stream" });
}

/** A statement that reads one message, whose chat and id are its first two parameters. */
export function readOfMessage<R>(): Template<Read<R>> {
  return template({ kind: "read", tables: ["message"], scope: "message" });
}

/** A statement that reads these tables, and locks rows until the transaction ends. */
export function lock<R>(...tables: readonly string[]): Template<Statement<R, "lock">> {
  return template({ kind: "lock", tables });
}

interface WriteOptions {
  /** The other tables that it reads. */
  readonly reads?: readonly string[];
  /** The columns that it changes. Named where lookups ignore all of them. */
  readonly changes?: readonly string[];
}

/** A statement that writes one table. Its rows are those of `returning`. */
export function write<R = never>(target: string, { reads = [], changes }: WriteOptions = {}): Template<Write<R>> {
  return template({ kind: "write", tables: [target, ...reads], target, changes });
}

/** A change of the schema, or another statement that may touch any table. */
export function schemaChange(text: string): Write<never> {
  return new Statement<never, "write">(() => text, { kind: "write" });
}

/**
 * An insert of a row that an engine may run after its transaction was acknowledged, so it must not fail: the table has
 * no foreign keys and no checks, and its unique keys contain a number that the transaction itself has allocated.
 */
export class BufferedInsert extends Statement<never, "write"> {
  declare readonly target: string;
  readonly columns: readonly string[];
  /** The clause that leaves out a row whose key exists; otherwise empty. */
  readonly conflict: string;

  /** @param once - the columns of a key that may exist: then the row is left out */
  constructor(target: string, columns: readonly string[], { once }: { readonly once?: readonly string[] } = {}) {
    const conflict = once ? ` on conflict (${once.join(", ")}) do nothing` : "";
    const values = columns.map(() => "?").join(", ");
    const text = `insert into ${target} (${columns.join(", ")}) values (${values})${conflict}`;
    super(() => text, { kind: "write", tables: [target], target });
    this.columns = columns;
    this.conflict = conflict;
  }
}

/** An update that adds an amount to a number of a row. It may run later as well; the number is part of no key. */
export class BufferedIncrease extends Statement<never, "write"> {
  declare readonly target: string;
  readonly column: string;
  /** The columns that name the row. Their values follow the amount. */
  readonly keys: readonly string[];

  constructor(target: string, column: string, keys: readonly string[]) {
    const text = `update ${target} set ${column} = ${column} + ? where ${keys.map((key) => `${key} = ?`).join(" and ")}`;
    super(() => text, { kind: "write", tables: [target], target, changes: [column] });
    this.column = column;
    this.keys = keys;
  }
}

export type BufferedWrite = BufferedInsert | BufferedIncrease;
