/** Runs the workloads on a small dataset and on a large one. */
import type { Metric, Workload } from "../growth/workload.ts";
import { createDataset, largeSize, SMALL, type Dataset, type DatasetSize } from "../growth/dataset.ts";
import type { BenchmarkResult, Benchmark, BenchmarkOptions, ThresholdResult } from "./benchmark.ts";

/** The small dataset is measured and removed before the large one is created: they would share the machine. */
export function growth(workloads: readonly Workload[]): Benchmark {
  return { name: "growth", run: (options) => run(workloads, options) };
}

async function run(all: readonly Workload[], { messages, workload }: BenchmarkOptions): Promise<BenchmarkResult> {
  const size = largeSize(messages);
  const workloads = all.filter(({ name }) => name.includes(workload));
  if (workloads.length === 0) throw new Error(`no workload of the growth benchmark is called ${workload}`);
  const small = await runAll(workloads, SMALL);
  const large = await runAll(workloads, size);
  const rows = large.map((metric, i) => {
    const { name, unit, value } = metric;
    const limit = limitOf(metric, small[i]!);
    return [`${name}, ${unit}`, format(small[i]!.value), format(value), limit === undefined ? "" : format(limit)];
  });
  return {
    table: [["", `${SMALL.messages} messages`, `${messages} messages`, "limit"], ...rows],
    notes: [],
    errors: [],
    thresholds: large.flatMap((metric, i) => thresholdsOf(metric, small[i]!)),
    figures: { small: { size: SMALL, metrics: small }, large: { size, metrics: large } },
  };
}

async function runAll(workloads: readonly Workload[], size: DatasetSize): Promise<Metric[]> {
  const dataset: Dataset = await createDataset(size);
  const metrics: Metric[] = [];
  for (const workload of workloads) metrics.push(...(await workload.run(dataset)));
  await dataset.service.stop();
  return metrics;
}

function limitOf({ at_most, at_most_times }: Metric, small: Metric): number | undefined {
  return at_most ?? (at_most_times === undefined ? undefined : at_most_times * small.value);
}

function thresholdsOf(metric: Metric, small: Metric): ThresholdResult[] {
  const { name, unit, value } = metric;
  const limit = limitOf(metric, small);
  if (limit === undefined) return [];
  return [
    { name: `${name}: at most ${format(limit)} ${unit}`, met: value <= limit, measured: `${format(value)} ${unit}` },
  ];
}

function format(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(2);
}
