/** What follows the store for the search index, on the thread of its own, on either engine. */
import type { Candidates, Progress, Question } from "./search-index.ts";

export interface Step {
  readonly didWork: boolean;
  /** Whether the work was older messages, which are nobody's hurry. */
  readonly didBuild: boolean;
  readonly progress: Progress;
  /** Whether the progress outlasts the process. */
  readonly isKept: boolean;
}

export interface Follower {
  step(): Promise<Step>;
  find(question: Question): Promise<Candidates>;
  close(): Promise<void>;
}
