/** What people read: tables, and what was reached. */
import type { Finding, Verdict } from "./measurements/measurement.ts";

export function printed({ table, notes, faults }: Finding): string {
  const widths = (table[0] ?? []).map((_, column) => Math.max(...table.map((row) => row[column]!.length)));
  const lines = table.map((row) =>
    row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join("  "),
  );
  const all = [...lines, ...notes, ...faults.map((fault) => `FAULT: ${fault}`)];
  return all.map((line) => `  ${line}\n`).join("");
}

export function printedVerdict(name: string, { what, reached, figure }: Verdict): string {
  return `${reached ? "reached" : "missed "}  ${name}: ${what}: ${figure}\n`;
}
