/** Formats results and thresholds as text. */
import type { BenchmarkResult, ThresholdResult } from "./benchmarks/benchmark.ts";

export function formatResult({ table, notes, errors }: BenchmarkResult): string {
  const widths = (table[0] ?? []).map((_, column) => Math.max(...table.map((row) => row[column]!.length)));
  const lines = table.map((row) =>
    row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join("  "),
  );
  const all = [...lines, ...notes, ...errors.map((error) => `ERROR: ${error}`)];
  return all.map((line) => `  ${line}\n`).join("");
}

export function formatThreshold(name: string, { name: threshold, met, measured }: ThresholdResult): string {
  return `${met ? "met   " : "missed"}  ${name}: ${threshold}: ${measured}\n`;
}
