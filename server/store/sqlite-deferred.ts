/** Rows and stream heads that are in the journal and not yet in SQLite: it gets many at once, when it is asked next. */
import type { StatementSync } from "node:sqlite";
import type { Value } from "./db.ts";

/** Heads remembered at most; past it, those that SQLite knows are forgotten. */
const MAX_HEADS = 50_000;

const FIND_HEAD = "select head, message_head from stream where id = ?";
/** Sets both heads of a stream. */
export const SET_HEADS = "update stream set head = ?, message_head = ? where id = ?";

/** The newest numbers a stream has given out (ARCHITECTURE.md, Streams). */
export interface Head {
  readonly id: number;
  head: number;
  message_head: number;
}

/** A head before a work took numbers from it. */
export type HeadBefore = Pick<Head, "head" | "message_head">;

export interface Row {
  readonly insert: string;
  readonly values: readonly Value[];
}

export class Deferred {
  readonly #statement: (sql: string) => StatementSync;
  #rows: Row[] = [];
  readonly #heads = new Map<number, Head>();
  /** Heads that SQLite does not know yet. */
  readonly #moved = new Set<Head>();

  constructor(statement: (sql: string) => StatementSync) {
    this.#statement = statement;
  }

  /** @throws when there is no such stream */
  head(id: number): Head {
    let head = this.#heads.get(id);
    if (!head) {
      const found = this.#statement(FIND_HEAD).get(id) as unknown as HeadBefore | undefined;
      if (!found) throw new Error(`no stream ${id}`);
      head = { id, head: found.head, message_head: found.message_head };
      this.#heads.set(id, head);
    }
    return head;
  }

  /** Takes over what a work has added, and the heads it has moved. */
  take(rows: readonly Row[], heads: Iterable<Head>): void {
    for (const row of rows) this.#rows.push(row);
    for (const head of heads) this.#moved.add(head);
  }

  /** Gives SQLite everything. `before` has the heads as they are without the work that is under way. */
  flush(before?: ReadonlyMap<Head, HeadBefore>): void {
    if (this.#rows.length > 0) {
      for (const { insert, values } of this.#rows) this.#statement(insert).run(...values);
      this.#rows = [];
    }
    if (this.#moved.size === 0) return;
    const set = this.#statement(SET_HEADS);
    for (const head of this.#moved) {
      const known = before?.get(head) ?? head;
      set.run(known.head, known.message_head, head.id);
    }
    this.#moved.clear();
  }

  /** Bounds the memory; to be called when everything has been flushed. */
  trim(): void {
    if (this.#heads.size > MAX_HEADS) this.#heads.clear();
  }
}
