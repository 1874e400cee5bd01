/** One transaction on PostgreSQL: its statements, prepared once for each connection. */
import type pg from "pg";
import type { Key, Lookup, NewEvent, Tx, Value } from "./db.ts";
import { bumpMessageIds } from "./streams.ts";

/** Ends a `select` whose row must not change until the transaction ends. */
export const HOLD = " for update";

export class Work implements Tx {
  readonly events: NewEvent[] = [];
  readonly #client: pg.PoolClient;

  constructor(client: pg.PoolClient) {
    this.#client = client;
  }

  async all<R>(sql: string, ...values: Value[]): Promise<R[]> {
    const { rows } = await this.#client.query({ ...statement(sql), values });
    return rows as R[];
  }

  async get<R>(sql: string, ...values: Value[]): Promise<R | undefined> {
    const { rows } = await this.#client.query({ ...statement(sql), values });
    return rows[0] as R | undefined;
  }

  lookUp<T>(lookup: Lookup<T>, ...keys: Key[]): Promise<T | undefined> {
    return this.#answer(lookup, lookup.sql, keys);
  }

  lookUpAndHold<T>(lookup: Lookup<T>, ...keys: Key[]): Promise<T | undefined> {
    return this.#answer(lookup, lookup.sql + HOLD, keys);
  }

  async run(sql: string, ...values: Value[]): Promise<void> {
    await this.#client.query({ ...statement(sql), values });
  }

  add(insert: string, ...values: Value[]): Promise<void> {
    return this.run(insert, ...values);
  }

  later(update: string, ...values: Value[]): Promise<void> {
    return this.run(update, ...values);
  }

  takeMessageIds(chat: number, count: number, date_s: number): Promise<number> {
    return bumpMessageIds(this, chat, count, date_s);
  }

  append(event: NewEvent): void {
    this.events.push(event);
  }

  async #answer<T>(lookup: Lookup<T>, sql: string, keys: readonly Key[]): Promise<T | undefined> {
    return lookup.answer((await this.all(sql, ...keys)) as never[]);
  }
}

const statements = new Map<string, { name: string; text: string }>();

/** The prepared form of a statement: `?` becomes `$n`, once for each text. */
function statement(sql: string): { name: string; text: string } {
  let known = statements.get(sql);
  if (!known) {
    let n = 0;
    known = { name: `s${statements.size}`, text: sql.replaceAll("?", () => `$${++n}`) };
    statements.set(sql, known);
  }
  return known;
}
