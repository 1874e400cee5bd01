/** How costs grow on PostgreSQL: processor time of a call by the number of chats, members, messages, bots and screens. */
import { createScalingDataset, FULL_SIZES, QUICK_SIZES, TINY_SIZES } from "../scaling/dataset.ts";
import { MEASURES, type Cost } from "../scaling/measurements.ts";
import { ROUNDS } from "../options.ts";
import { sized, type BenchmarkResult, type Benchmark, type BenchmarkOptions } from "./benchmark.ts";

export const scaling: Benchmark = { name: "scaling on PostgreSQL", run };

async function run(options: BenchmarkOptions): Promise<BenchmarkResult> {
  const sizes = options.rounds < ROUNDS ? QUICK_SIZES : FULL_SIZES;
  const dataset = await createScalingDataset(sized(options, sizes, TINY_SIZES));
  const none = { errors: [], thresholds: [] };
  if (!dataset) return { ...none, table: [[""]], notes: ["no PostgreSQL was found"], figures: {} };
  const costs: Cost[] = [];
  for (const measure of MEASURES) costs.push(...(await measure(dataset)));
  await dataset.stop();
  return {
    ...none,
    table: [["", "what", "size", "service, µs of CPU", "PostgreSQL, µs of CPU"], ...costs.map(rowOf)],
    notes: [],
    figures: { costs },
  };
}

function rowOf({ dimension, what, size, service_us, database_us }: Cost): string[] {
  return [dimension, what, String(size), service_us.toFixed(1), database_us.toFixed(1)];
}
