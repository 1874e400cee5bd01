/** The search index as those who ask it know it: it names rows that may be meant, and says up to where it knows them. */
import type { Clause } from "../../domain/search/query.ts";

export interface Question {
  /** All of which a message must have; at least one. */
  readonly clauses: readonly Clause[];
  /** The chats that it may be in. */
  readonly chats: readonly number[];
  /** Only rows below this one. */
  readonly before: number;
  /** Only messages of this time, in Unix seconds. */
  readonly since: number;
  readonly until: number;
  readonly limit: number;
}

export interface Candidates {
  /** Rows of the table `message`, the newest first. Some may not have what is asked for any more. */
  readonly rows: readonly number[];
  /** Every row down to this one has been looked at; 0 when there are no more. */
  readonly down_to: number;
  /** The index has every row above `low` up to `high`. */
  readonly low: number;
  readonly high: number;
  /** The last row of `message_change` that it has followed. */
  readonly change: number;
}

/** How far the index is. */
export interface Progress {
  readonly low: number;
  readonly high: number;
  readonly change: number;
}

export interface SearchIndex {
  /** @throws StoreUnavailable when it cannot be asked now */
  find(question: Question): Promise<Candidates>;
  close(): Promise<void>;
}

export const NOTHING_INDEXED: Progress = { low: 0, high: 0, change: 0 };
