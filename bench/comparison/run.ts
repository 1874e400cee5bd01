/** `npm run bench -- --against REV`: this build and others, in turn under the same load. */
import { startBenchPostgres, type BenchPostgres } from "../targets/postgres.ts";
import { formatTable } from "../print.ts";
import type { Build } from "./build.ts";
import { CALLS, SENDS, type Measured, type WorkOptions } from "./measured.ts";
import { tableOf } from "./print.ts";
import { compare, type Comparison } from "./sample.ts";
import { startBuild } from "./target.ts";

export interface CompareOptions extends Omit<WorkOptions, "round"> {
  readonly rounds: number;
  /** Only rows whose name contains this text are measured. */
  readonly only: string;
}

/**
 * Compares the first build with each of the others, and prints a table for each row.
 *
 * @throws Error if a build does not start, or a call fails
 */
export async function compareBuilds(builds: readonly Build[], options: CompareOptions): Promise<Comparison[]> {
  const chosen = (rows: readonly Measured[], engine = "") =>
    rows
      .map((row) => ({ ...row, name: engine + row.name }))
      .filter(({ name }) => name.toLowerCase().includes(options.only.toLowerCase()));
  const compared = await onEngine(builds, () => "sqlite", chosen([...SENDS, ...CALLS]), options);
  const on_postgres = chosen(SENDS, "PostgreSQL: ");
  const postgres = on_postgres.length > 0 ? await startBenchPostgres() : undefined;
  if (!postgres) return compared;
  const rows = await onEngine(builds, () => databaseOf(postgres), on_postgres, options);
  await postgres.stop();
  return [...compared, ...rows];
}

function databaseOf(postgres: BenchPostgres): Promise<string> {
  return postgres.createDatabase();
}

async function onEngine(
  builds: readonly Build[],
  database: () => string | Promise<string>,
  rows: readonly Measured[],
  options: CompareOptions,
): Promise<Comparison[]> {
  if (rows.length === 0) return [];
  const targets = [];
  for (const build of builds) targets.push(await startBuild(build, await database()));
  const compared: Comparison[] = [];
  for (const row of rows) {
    const comparison = await compare(row, targets, options);
    process.stdout.write(`${row.name}\n${formatTable(tableOf(comparison))}\n`);
    compared.push(comparison);
  }
  for (const target of targets) await target.stop();
  return compared;
}
