/** The interface of the search index: it returns rows that may match, and the range of rows that it has indexed. */
import type { Clause } from "../../domain/search/query.ts";
import type { LeaseRow } from "../queries/cluster/leases.ts";

export interface Question {
  /** At least one clause; a message must match all of them. */
  readonly clauses: readonly Clause[];
  /** The chats to search. */
  readonly chats: readonly number[];
  /** Only rows below this one. */
  readonly before: number;
  /** Only messages from this time on, in Unix seconds. */
  readonly since: number;
  readonly until: number;
  readonly limit: number;
}

export interface Candidates {
  /** Rows of the table `message`, the newest first. Some may have changed and no longer match. */
  readonly rows: readonly number[];
  /** All rows down to this one were searched; 0 if there are no more. */
  readonly down_to: number;
  /** The index has all rows above `low` and up to `high`. */
  readonly low: number;
  readonly high: number;
  /** The last row of `message_change` that the index has followed. */
  readonly change: number;
  /**
   * Rows that had changed since they were indexed, at the moment of this answer, at most `MAX_CHANGED`. Absent where
   * those after `change` are still there when the answer has arrived.
   */
  readonly changed?: readonly number[];
}

/** Messages that changed since they were indexed and that a search checks. */
export const MAX_CHANGED = 1000;

/** How far the index has followed the store. */
export interface Progress {
  readonly low: number;
  readonly high: number;
  readonly change: number;
}

export interface SearchIndex {
  /** @throws StoreUnavailable if the index cannot answer at the moment */
  find(question: Question): Promise<Candidates>;
  /** Sets the lease by which this process updates an index that several share. Absent where one process has it. */
  setLease?(lease: LeaseRow | undefined): void;
  /** How far the index has followed the store, as far as this process knows; `undefined` before it does. */
  readonly progress: Progress | undefined;
  close(): Promise<void>;
}

export const NOTHING_INDEXED: Progress = { low: 0, high: 0, change: 0 };
