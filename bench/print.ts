/** Formats results and thresholds as text. */
import type { BenchmarkResult, ThresholdResult } from "./benchmarks/benchmark.ts";

export function formatResult({ table, notes, errors }: BenchmarkResult): string {
  return formatTable(table) + [...notes, ...errors.map((error) => `ERROR: ${error}`)].map(indented).join("");
}

/** The first row has the titles, the first column the names. */
export function formatTable(table: readonly (readonly string[])[]): string {
  const widths = (table[0] ?? []).map((_, column) => Math.max(...table.map((row) => row[column]!.length)));
  const lines = table.map((row) =>
    row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join("  "),
  );
  return lines.map(indented).join("");
}

function indented(line: string): string {
  return `  ${line}\n`;
}

export function formatThreshold(name: string, { name: threshold, met, measured }: ThresholdResult): string {
  return `${met ? "met   " : "missed"}  ${name}: ${threshold}: ${measured}\n`;
}
