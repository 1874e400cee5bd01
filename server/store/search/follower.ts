/** The interface that keeps the search index up to date with the store, on the index's thread, for either engine. */
import type { LeaseRow } from "../queries/cluster/leases.ts";
import type { Candidates, Progress, Question } from "./search-index.ts";

export interface Step {
  readonly didWork: boolean;
  /** Whether the next step is due at once. Otherwise messages gather for it, because a step costs as much as many. */
  readonly hasMore: boolean;
  /** Whether the step indexed older messages, which is not urgent. */
  readonly didBuild: boolean;
  readonly progress: Progress;
  /** Whether the progress is committed. */
  readonly isKept: boolean;
}

export interface Follower {
  step(): Promise<Step>;
  /** Sets the lease by which this process updates an index that several share; without it, the index is only read. */
  setLease(lease: LeaseRow | undefined): void;
  find(question: Question): Promise<Candidates>;
  /** Gives up a step that waits for a server, before `close`. */
  interrupt?(): void;
  close(): Promise<void>;
}
