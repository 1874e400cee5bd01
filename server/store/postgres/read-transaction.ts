/** A transaction that only reads, on one snapshot. Statements of one turn share a round trip. */
import type pg from "pg";
import type { Key, ReadTx, Value } from "../db.ts";
import type { Lookup } from "../lookup.ts";
import type { Read } from "../statement.ts";
import { nameOf, RequestQueue } from "./lookup-requests.ts";
import { runPipeline } from "./pipeline.ts";
import { BEGIN_READ, bind, prepare, preparedOf, type BoundStatement } from "./statements.ts";
import { afterMicrotasks } from "./turns.ts";

const SIZE = bind(prepare("select pg_database_size(current_database()) as bytes"), []);
const HAS_ENDED = "the transaction has ended";

export class ReadTransaction implements ReadTx {
  readonly #client: pg.ClientBase;
  readonly #requests = new RequestQueue(() => afterMicrotasks(() => void this.#send()));
  /** Values of lookups. The snapshot does not change. */
  readonly #values = new Map<Lookup<unknown>, Map<Key, Promise<unknown>>>();
  #hasBegun = false;
  #hasEnded = false;

  constructor(client: pg.ClientBase) {
    this.#client = client;
  }

  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  /** The body has returned or thrown. What it still asks for would run in the next transaction of the connection. */
  end(): void {
    this.#hasEnded = true;
  }

  async lookUp<T>(lookup: Lookup<T>, ...keys: Key[]): Promise<T | undefined> {
    this.#assertOpen();
    let values = this.#values.get(lookup as Lookup<unknown>);
    if (!values) this.#values.set(lookup as Lookup<unknown>, (values = new Map()));
    const name = nameOf(keys);
    let value = values.get(name);
    if (!value) values.set(name, (value = this.#requests.lookUp(lookup, keys)));
    return value as Promise<T | undefined>;
  }

  async all<R>(statement: Read<R>, ...values: Value[]): Promise<R[]> {
    this.#assertOpen();
    return this.#requests.all(bind(preparedOf(statement), values)) as Promise<R[]>;
  }

  async get<R>(statement: Read<R>, ...values: Value[]): Promise<R | undefined> {
    return (await this.all<R>(statement, ...values))[0];
  }

  /** The bytes of the database. */
  async size(): Promise<number> {
    const [row] = await this.#requests.all(SIZE);
    return row!.bytes as number;
  }

  async #send(): Promise<void> {
    const requests = this.#requests.take();
    if (this.#hasEnded) {
      requests.fail(new Error(HAS_ENDED));
      return;
    }
    const begin: BoundStatement[] = this.#hasBegun ? [] : [BEGIN_READ];
    this.#hasBegun = true;
    try {
      const results = await runPipeline(this.#client, [...begin, ...requests.statements]);
      requests.settle(results.slice(begin.length));
    } catch (error) {
      requests.fail(error);
    }
  }

  #assertOpen(): void {
    if (this.#hasEnded) throw new Error(HAS_ENDED);
  }
}
