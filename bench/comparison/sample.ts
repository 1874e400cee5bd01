/** Takes samples of several builds in turn, and compares them round by round. */
import { rssOf } from "../load/process-usage.ts";
import { threadUsage, type ThreadUsage } from "../load/thread-usage.ts";
import { inRounds, ratios } from "../rounds.ts";
import { quantile } from "../statistics.ts";
import type { Measured, Work, WorkOptions } from "./measured.ts";
import type { BuildTarget } from "./target.ts";

/** Processor times are microseconds a piece of work. */
export interface Sample extends Work {
  readonly cpu_us: number;
  readonly threads: ThreadUsage;
  readonly rss_mb: number;
}

/** The quartiles of the ratios of the rounds. */
export interface Ratio {
  readonly median: number;
  readonly low: number;
  readonly high: number;
}

export interface Comparison {
  readonly measured: string;
  /** The samples of each build, by its name. */
  readonly samples: ReadonlyMap<string, readonly Sample[]>;
}

/** @throws Error if a call fails */
export async function compare(
  measured: Measured,
  targets: readonly BuildTarget[],
  { rounds, ...options }: Omit<WorkOptions, "round"> & { readonly rounds: number },
): Promise<Comparison> {
  const undo: (() => Promise<void>)[] = [];
  try {
    for (const target of targets) if (measured.prepare) undo.push(await measured.prepare(target));
    const samples = await inRounds(targets, rounds, (target, round) => take(measured, target, { ...options, round }));
    return { measured: measured.name, samples };
  } finally {
    for (const each of undo) await each();
  }
}

/** The process may be another one afterwards: then all of its processor time is of this work. */
async function take(measured: Measured, target: BuildTarget, options: WorkOptions): Promise<Sample> {
  const { pid } = target;
  const before = threadUsage(pid);
  const work = await measured.work(target, options);
  const after = threadUsage(target.pid);
  const of = (kind: keyof ThreadUsage) => (after[kind] - (target.pid === pid ? before[kind] : 0)) / work.count;
  const threads = { serving: of("serving"), workers: of("workers"), others: of("others") };
  const cpu_us = threads.serving + threads.workers + threads.others;
  return { ...work, cpu_us, threads, rss_mb: rssOf(target.pid) / 1024 };
}

/** Of one build to another, as the quartiles of the rounds. */
export function ratioOf({ samples }: Comparison, build: string, other: string, of: (sample: Sample) => number): Ratio {
  const all = ratios(samples.get(build)!, samples.get(other)!, of);
  return { median: quantile(all), low: quantile(all, 0.25), high: quantile(all, 0.75) };
}
