/** What the rounds of one scenario come to, a row for each subject. */
import type { Outcome } from "../load/load.ts";
import { ratios } from "../rounds.ts";
import { quantile } from "../statistics.ts";

/** The name of the subject that all others are measured by. */
export const FLOOR = "echo";

/** The name of the subject that all is about. */
export const OWN = "heliogram";

/** The floor's answers may be so much longer or shorter: numbers of messages grow while it says the same. */
export const BYTES_APART = 0.03;

export interface Sample extends Outcome {
  /** Processor time of all threads for one request, in microseconds. */
  readonly cpu_us: number;
  readonly rss_mb: number;
}

/** Medians, unless the name says otherwise. */
export interface Row {
  readonly subject: string;
  readonly per_second: number;
  /** To the floor in the same round. */
  readonly ratio: number;
  readonly ratio_p25: number;
  readonly ratio_p75: number;
  readonly p50_ms: number;
  readonly p99_ms: number;
  /** Of the 99th percentile to the floor's in the same round. */
  readonly p99_ratio: number;
  readonly cpu_us: number;
  readonly rss_mb: number;
  readonly bytes: number;
  readonly generator_busy: number;
  /** The sum over all rounds. */
  readonly refused: number;
}

export function summary(subject: string, taken: readonly Sample[], floor: readonly Sample[]): Row {
  const rates = ratios(taken, floor, (sample) => sample.per_second);
  const middle = (of: (sample: Sample) => number) => quantile(taken.map(of));
  return {
    subject,
    per_second: middle((sample) => sample.per_second),
    ratio: quantile(rates),
    ratio_p25: quantile(rates, 0.25),
    ratio_p75: quantile(rates, 0.75),
    p50_ms: middle((sample) => sample.p50_ms),
    p99_ms: middle((sample) => sample.p99_ms),
    p99_ratio: quantile(ratios(taken, floor, (sample) => sample.p99_ms)),
    cpu_us: middle((sample) => sample.cpu_us),
    rss_mb: middle((sample) => sample.rss_mb),
    bytes: middle((sample) => sample.bytes),
    generator_busy: middle((sample) => sample.busy),
    refused: taken.reduce((sum, sample) => sum + sample.sent - sample.accepted, 0),
  };
}

const TITLES = ["", "per s", "F", "quartiles", "p50 ms", "p99 ms", "p99 F", "CPU µs", "RSS MB", "bytes", "generator"];

export function tableOf(rows: readonly Row[]): string[][] {
  const cells = rows.map((row) => [
    row.subject,
    row.per_second.toFixed(0),
    row.ratio.toFixed(2),
    `${row.ratio_p25.toFixed(2)}..${row.ratio_p75.toFixed(2)}`,
    row.p50_ms.toFixed(2),
    row.p99_ms.toFixed(1),
    row.p99_ratio.toFixed(1),
    row.cpu_us.toFixed(0),
    row.rss_mb.toFixed(0),
    row.bytes.toFixed(0),
    `${(row.generator_busy * 100).toFixed(0)} %`,
  ]);
  return [TITLES, ...cells];
}
