/** The dates of the indexed messages by blocks of rows, so that a search between two times reads only rows near them. */
import type { DatabaseSync, StatementSync } from "node:sqlite";

/** Rows of a block. A search reads so many rows too many at most, and looks at one block for so many rows of the index. */
const ROWS_PER_BLOCK = 4096;

export const DATE_BLOCKS_SCHEMA =
  "create table date_block (block integer primary key, oldest integer not null, newest integer not null)";

interface Dated {
  readonly row_id: number;
  readonly date: number;
}

/** Rows after `above` and before `before`. */
export interface RowRange {
  readonly above: number;
  readonly before: number;
}

interface Block {
  oldest: number;
  newest: number;
}

export class DateBlocks {
  readonly #db: DatabaseSync;
  #add: StatementSync | undefined;
  #find: StatementSync | undefined;

  /** @param db - has the tables of `DATE_BLOCKS_SCHEMA` before the first call */
  constructor(db: DatabaseSync) {
    this.#db = db;
  }

  /** Widens the blocks of these rows. Rows that are removed later leave them as they are. */
  add(rows: readonly Dated[]): void {
    const blocks = new Map<number, Block>();
    for (const { row_id, date } of rows) {
      const block = Math.floor(row_id / ROWS_PER_BLOCK);
      const known = blocks.get(block);
      if (!known) blocks.set(block, { oldest: date, newest: date });
      else {
        known.oldest = Math.min(known.oldest, date);
        known.newest = Math.max(known.newest, date);
      }
    }
    this.#add ??= this.#db.prepare(ADD);
    for (const [block, { oldest, newest }] of blocks) this.#add.run(block, oldest, newest);
  }

  /**
   * The rows between which all messages from `since` on and before `until` are. Rows are mostly in the order of their
   * dates, but not where the clock was set back.
   */
  rowsBetween(since: number, until: number): RowRange {
    this.#find ??= this.#db.prepare(FIND);
    const { first, last } = this.#find.get(since, until) as Record<"first" | "last", number | null>;
    return first === null || last === null
      ? { above: 0, before: 1 }
      : { above: first * ROWS_PER_BLOCK - 1, before: (last + 1) * ROWS_PER_BLOCK };
  }
}

const ADD = `insert into date_block (block, oldest, newest) values (?, ?, ?) on conflict (block)
  do update set oldest = min(oldest, excluded.oldest), newest = max(newest, excluded.newest)`;
const FIND = "select min(block) as first, max(block) as last from date_block where newest >= ? and oldest < ?";
