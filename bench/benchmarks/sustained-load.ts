/** A bot sends at full speed for minutes or hours: what grows with time shows in the rows of the minutes. */
import { createDataset, largeSize } from "../growth/dataset.ts";
import { sendFast } from "../growth/sending.ts";
import { walDuring } from "../growth/wal-size.ts";
import { cpuOf, rssOf } from "../load/process-usage.ts";
import { quantile } from "../statistics.ts";
import { sized, type BenchmarkResult, type Benchmark, type BenchmarkOptions } from "./benchmark.ts";

export interface SustainedLimits {
  /** Largest size of the WAL, in MiB. */
  readonly wal_mb: number;
  /** Processor time of a send in the last minutes, as a multiple of that in the first ones. */
  readonly cpu_times: number;
}

interface Minute {
  readonly sends: number;
  readonly cpu_us: number;
  readonly p99_ms: number;
  readonly wal_mb: number;
  /** Written to the WAL for a send. */
  readonly wal_kb: number;
  readonly rss_mb: number;
}

const MESSAGES_BEFORE = 100_000;
const MINUTE_MS = 60_000;
const MB = 1024 * 1024;
/** The share of all minutes whose median stands for the beginning, and for the end. */
const SHARE = 1 / 6;

/** The processor time is compared, and not the number of sends, because other work on the machine changes that number. */
export function sustainedLoad(limits: SustainedLimits): Benchmark {
  return { name: "sustained load", run: (options) => run(limits, options) };
}

async function run(limits: SustainedLimits, options: BenchmarkOptions): Promise<BenchmarkResult> {
  const { minutes: count } = options;
  const minute_ms = sized(options, MINUTE_MS, 1000);
  const dataset = await createDataset(largeSize(sized(options, MESSAGES_BEFORE, 1000)));
  const { pid } = dataset.service;
  const minutes: Minute[] = [];
  for (let i = 0; i < count; i++) {
    const before_us = cpuOf(pid);
    const { result, longest, bytes } = await walDuring(dataset, () => sendFast(dataset, minute_ms));
    const cpu_us = (cpuOf(pid) - before_us) / result.count;
    const minute = {
      sends: result.count,
      p99_ms: result.p99_ms,
      cpu_us,
      wal_mb: longest / MB,
      wal_kb: bytes / 1000 / result.count,
      rss_mb: rssOf(pid) / 1024,
    };
    minutes.push(minute);
    process.stderr.write(`${rowOf(minute, i).join("  ")}\n`);
  }
  await dataset.service.stop();
  const ends = Math.max(1, Math.round(count * SHARE));
  const times = cpuPerSend(minutes.slice(-ends)) / cpuPerSend(minutes.slice(0, ends));
  const wal_mb = Math.max(...minutes.map((minute) => minute.wal_mb));
  return {
    table: [
      ["minute", "sends", "CPU of a send, µs", "p99, ms", "largest WAL, MB", "WAL of a send, kB", "memory, MB"],
      ...minutes.map(rowOf),
    ],
    notes: [],
    errors: [],
    thresholds: [
      { name: `WAL at most ${limits.wal_mb} MB`, met: wal_mb <= limits.wal_mb, measured: `${wal_mb.toFixed(1)} MB` },
      {
        name: `processor time of a send at the end at most ${limits.cpu_times} times that at the beginning`,
        met: times <= limits.cpu_times,
        measured: times.toFixed(2),
      },
    ],
    figures: { minutes },
  };
}

function cpuPerSend(minutes: readonly Minute[]): number {
  return quantile(minutes.map(({ cpu_us }) => cpu_us));
}

function rowOf({ sends, cpu_us, p99_ms, wal_mb, wal_kb, rss_mb }: Minute, i: number): string[] {
  const figures = [cpu_us.toFixed(1), p99_ms.toFixed(1), wal_mb.toFixed(1), wal_kb.toFixed(2), rss_mb.toFixed(0)];
  return [String(i + 1), String(sends), ...figures];
}
