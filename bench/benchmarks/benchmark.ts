/** The options and the result of a benchmark. */
import type { Generator } from "../load/load.ts";

export interface BenchmarkOptions {
  readonly generator: Generator;
  readonly rounds: number;
  /** How long one target is under load in one round. */
  readonly window_ms: number;
  /** The number of concurrent long polls. */
  readonly polls: number;
  /** The number of messages in the large dataset. */
  readonly messages: number;
  /** Only workloads of the growth benchmark whose name contains this text are run. */
  readonly workload: string;
  /** The length of the sustained load. */
  readonly minutes: number;
  /** Whether every benchmark runs on as little as shows that it works. */
  readonly tiny: boolean;
}

/** A size, a count or a duration: `least` in a tiny run. */
export function sized<T>({ tiny }: Pick<BenchmarkOptions, "tiny">, full: T, least: T): T {
  return tiny ? least : full;
}

export interface ThresholdResult {
  readonly name: string;
  readonly met: boolean;
  readonly measured: string;
}

export interface BenchmarkResult {
  /** The header, then the rows. */
  readonly table: readonly (readonly string[])[];
  readonly notes: readonly string[];
  /** Violations of correctness. Any of them makes the run fail. */
  readonly errors: readonly string[];
  readonly thresholds: readonly ThresholdResult[];
  /** All values, for the JSON output. */
  readonly figures: object;
}

export interface Benchmark {
  readonly name: string;
  run(options: BenchmarkOptions): Promise<BenchmarkResult>;
}
