/** Summarizes the rounds of a scenario: one row for each target. */
import type { LoadResult } from "../load/load.ts";
import { ratios } from "../rounds.ts";
import { quantile } from "../statistics.ts";

/** The name of the target that all others are compared with. */
export const BASELINE = "echo";

/** The name of the service as a target. */
export const SERVICE = "heliogram";

/** Tolerated relative difference in response size: message ids get longer, while the baseline's response is fixed. */
export const BYTES_TOLERANCE = 0.03;

export interface Sample extends LoadResult {
  /** Processor time of all threads for one request, in microseconds. */
  readonly cpu_us: number;
  /** The same of the database server, if there is one. */
  readonly store_cpu_us: number;
  readonly rss_mb: number;
}

/** Medians, unless the name says otherwise. */
export interface SummaryRow {
  readonly target: string;
  readonly per_second: number;
  /** To the baseline in the same round. */
  readonly ratio: number;
  readonly ratio_p25: number;
  readonly ratio_p75: number;
  readonly p50_ms: number;
  readonly p99_ms: number;
  /** Of the 99th percentile to the baseline's in the same round. */
  readonly p99_ratio: number;
  readonly cpu_us: number;
  readonly store_cpu_us: number;
  readonly rss_mb: number;
  readonly bytes: number;
  readonly generator_busy: number;
  /** The sum over all rounds. */
  readonly refused: number;
}

export function summarize(target: string, samples: readonly Sample[], baseline: readonly Sample[]): SummaryRow {
  const rates = ratios(samples, baseline, (sample) => sample.per_second);
  const median = (of: (sample: Sample) => number) => quantile(samples.map(of));
  return {
    target,
    per_second: median((sample) => sample.per_second),
    ratio: quantile(rates),
    ratio_p25: quantile(rates, 0.25),
    ratio_p75: quantile(rates, 0.75),
    p50_ms: median((sample) => sample.p50_ms),
    p99_ms: median((sample) => sample.p99_ms),
    p99_ratio: quantile(ratios(samples, baseline, (sample) => sample.p99_ms)),
    cpu_us: median((sample) => sample.cpu_us),
    store_cpu_us: median((sample) => sample.store_cpu_us),
    rss_mb: median((sample) => sample.rss_mb),
    bytes: median((sample) => sample.bytes),
    generator_busy: median((sample) => sample.generator_busy),
    refused: samples.reduce((sum, sample) => sum + sample.sent - sample.accepted, 0),
  };
}

const TITLES = [
  "",
  "per s",
  "ratio",
  "quartiles",
  "p50 ms",
  "p99 ms",
  "p99 ratio",
  "CPU µs",
  "of the database",
  "RSS MB",
  "bytes",
  "generator",
];

export function tableOf(rows: readonly SummaryRow[]): string[][] {
  const cells = rows.map((row) => [
    row.target,
    row.per_second.toFixed(0),
    row.ratio.toFixed(2),
    `${row.ratio_p25.toFixed(2)}..${row.ratio_p75.toFixed(2)}`,
    row.p50_ms.toFixed(2),
    row.p99_ms.toFixed(1),
    row.p99_ratio.toFixed(1),
    row.cpu_us.toFixed(0),
    row.store_cpu_us.toFixed(0),
    row.rss_mb.toFixed(0),
    row.bytes.toFixed(0),
    `${(row.generator_busy * 100).toFixed(0)} %`,
  ]);
  return [TITLES, ...cells];
}
