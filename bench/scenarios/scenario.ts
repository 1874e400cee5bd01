/** One kind of call, measured on every target. */
import type { Accounts, Target } from "../targets/target.ts";

export interface Scenario {
  readonly name: string;
  readonly connections: number;
  /** Whether every response stands for a message that must be in the database afterwards. */
  readonly writes: boolean;
  /** Complete requests, as text. */
  requests(accounts: Accounts): string[];
  /** Prepares the service before the first round. */
  prepare?(heliogram: Target): Promise<void>;
  /** Starts traffic that runs during all rounds. @returns a function that stops it */
  background?(heliogram: Target): () => Promise<void>;
}
