/** What a measurement is given, and what it comes to. */
import type { Generator } from "../load/load.ts";

export interface Setting {
  readonly generator: Generator;
  readonly rounds: number;
  /** How long one subject is under load in one round. */
  readonly window_ms: number;
  /** Long polls that wait at once. */
  readonly polls: number;
  /** Messages of the large store. */
  readonly messages: number;
}

export interface Verdict {
  readonly what: string;
  readonly reached: boolean;
  readonly figure: string;
}

export interface Finding {
  /** Titles of the columns, then the rows. */
  readonly table: readonly (readonly string[])[];
  readonly notes: readonly string[];
  /** What must never be; one of them makes the run fail. */
  readonly faults: readonly string[];
  readonly verdicts: readonly Verdict[];
  /** Everything, for a machine to read. */
  readonly figures: object;
}

export interface Measurement {
  readonly name: string;
  run(setting: Setting): Promise<Finding>;
}
