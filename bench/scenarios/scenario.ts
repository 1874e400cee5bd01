/** One kind of call, measured on every subject. */
import type { Cast, Subject } from "../subjects/subject.ts";

export interface Scenario {
  readonly name: string;
  readonly connections: number;
  /** Whether every answer is a message that must be found afterwards. */
  readonly writes: boolean;
  /** Whole requests, as bytes on the wire. */
  requests(cast: Cast): string[];
  /** What must be so before the first round. */
  prepare?(heliogram: Subject): Promise<void>;
  /** What goes on during all rounds. @returns what ends it */
  meanwhile?(heliogram: Subject): () => Promise<void>;
}
