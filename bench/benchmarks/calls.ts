/** Runs a scenario of small calls on the echo, on the service, and on other servers. */
import type { Generator } from "../load/load.ts";
import { cpuOf, rssOf } from "../load/process-usage.ts";
import type { BenchmarkResult, Benchmark, BenchmarkOptions, ThresholdResult } from "./benchmark.ts";
import { inRounds } from "../rounds.ts";
import {
  BYTES_TOLERANCE,
  BASELINE,
  SERVICE,
  summarize,
  tableOf,
  type SummaryRow,
  type Sample,
} from "./summary-rows.ts";
import { exchange } from "../scenarios/requests.ts";
import type { Scenario } from "../scenarios/scenario.ts";
import { startHeliogram, type HeliogramTarget } from "../targets/heliogram.ts";
import { startDriver, startEcho, startTestApi, type EchoTarget } from "../targets/forked-targets.ts";
import { startBenchPostgres } from "../targets/postgres.ts";
import type { Target } from "../targets/target.ts";

const WARM_UP_MS = 150;

/** Relative difference in response size from which a note says that telegram-test-api does other work. */
const TEST_API_TOLERANCE = 0.5;

const FULLY_BUSY = 0.9;

/** Evaluates a threshold on the rows of a scenario. */
export type Threshold = (rows: readonly SummaryRow[]) => ThresholdResult;

/** Messages sent to the service, and those that it acknowledged. */
interface MessageCounts {
  sent: number;
  acknowledged: number;
}

/** The service, and the other servers of a run. */
interface Fixture {
  readonly heliogram: HeliogramTarget;
  /** Servers that send the service's response. */
  readonly canned: readonly EchoTarget[];
  readonly others: readonly Target[];
  stop?(): Promise<void>;
}

/** The service on SQLite, and telegram-test-api. */
export function calls(scenario: Scenario, thresholds: readonly Threshold[]): Benchmark {
  const start = async () => ({ heliogram: await startHeliogram(), canned: [], others: [await startTestApi()] });
  return { name: scenario.name, run: (options) => run(scenario, thresholds, options, start) };
}

/** The service on PostgreSQL, and the driver alone, which writes the same rows. */
export function callsOnPostgres(scenario: Scenario, thresholds: readonly Threshold[]): Benchmark {
  const start = async (): Promise<Fixture | undefined> => {
    const postgres = await startBenchPostgres();
    if (!postgres) return undefined;
    const heliogram = await startHeliogram({ postgres });
    return { heliogram, canned: [await startDriver(postgres)], others: [], stop: () => postgres.stop() };
  };
  return { name: `PostgreSQL: ${scenario.name}`, run: (options) => run(scenario, thresholds, options, start) };
}

async function run(
  scenario: Scenario,
  thresholds: readonly Threshold[],
  options: BenchmarkOptions,
  start: () => Promise<Fixture | undefined>,
): Promise<BenchmarkResult> {
  const fixture = await start();
  if (!fixture) return { table: [], notes: ["no PostgreSQL was found"], errors: [], thresholds: [], figures: {} };
  const { heliogram, others } = fixture;
  const canned = [await startEcho(), ...fixture.canned];
  const counts: MessageCounts = { sent: 1, acknowledged: 1 };
  await scenario.prepare?.(heliogram);
  const response = await exchange(heliogram.port, scenario.requests(heliogram.accounts)[0]!);
  for (const each of canned) each.setResponse(response);
  const targets: readonly Target[] = [canned[0]!, heliogram, ...canned.slice(1), ...others];
  const stopBackground = scenario.background?.(heliogram);
  const samples = await inRounds(targets, options.rounds, async (target) => {
    const sample = await measure(scenario, target, options);
    if (target === heliogram) {
      counts.sent += sample.sent;
      counts.acknowledged += sample.accepted;
    }
    return sample;
  });
  await stopBackground?.();
  const rows = targets.map(({ name }) => summarize(name, samples.get(name)!, samples.get(BASELINE)!));
  const stored = scenario.writes ? await heliogram.countRows() : undefined;
  for (const target of targets) await target.stop();
  await fixture.stop?.();
  return {
    table: tableOf(rows),
    notes: [
      ...(stored === undefined ? [] : [countNote(counts, stored)]),
      ...otherWorkNotes(rows),
      ...saturationNotes(rows),
    ],
    errors: [...lossErrors(counts, stored), ...comparisonErrors(rows)],
    thresholds: thresholds.map((threshold) => threshold(rows)),
    figures: { rows, ...(stored === undefined ? {} : { ...counts, stored }) },
  };
}

/** Measures one target in one round. */
export async function measure(
  scenario: Scenario,
  { port, pid, store_pid, accounts }: Target,
  { generator, window_ms }: { generator: Generator; window_ms: number },
): Promise<Sample> {
  const { connections } = scenario;
  const before_us = cpuOf(pid);
  const store_before_us = store_pid === undefined ? 0 : cpuOf(store_pid);
  const load = { port, connections, warm_up_ms: WARM_UP_MS, window_ms, requests: scenario.requests(accounts) };
  const result = await generator.run(load);
  const store_us = store_pid === undefined ? 0 : cpuOf(store_pid) - store_before_us;
  const cpu_us = (cpuOf(pid) - before_us) / result.sent;
  return { ...result, cpu_us, store_cpu_us: store_us / result.sent, rss_mb: rssOf(pid) / 1024 };
}

function countNote({ sent, acknowledged }: MessageCounts, stored: number): string {
  return `acknowledged ${acknowledged} ≤ rows ${stored} ≤ sent ${sent}, after a kill and recovery`;
}

function lossErrors({ sent, acknowledged }: MessageCounts, stored = acknowledged): string[] {
  if (stored < acknowledged) return [`${acknowledged - stored} acknowledged messages are missing`];
  return stored > sent ? [`${stored - sent} messages more than were sent`] : [];
}

/** The baseline is comparable only for responses of the same size, and a failed call costs less than a successful one. */
function comparisonErrors(rows: readonly SummaryRow[]): string[] {
  const refused = rows.filter((row) => row.refused > 0).map((row) => `${row.target} failed ${row.refused} calls`);
  const own = rows.filter((row) => row.target === SERVICE && sizeDifference(row, rows) > BYTES_TOLERANCE);
  return [...refused, ...own.map((row) => `${row.target} sends responses of another size than the ${BASELINE}`)];
}

/** telegram-test-api may send less than the full response. */
function otherWorkNotes(rows: readonly SummaryRow[]): string[] {
  const others = rows.filter((row) => row.target !== SERVICE && sizeDifference(row, rows) > TEST_API_TOLERANCE);
  return others.map((row) => `${row.target} sends other responses: ${row.bytes.toFixed(0)} bytes`);
}

/** A saturated generator makes fast servers look slower than they are. */
function saturationNotes(rows: readonly SummaryRow[]): string[] {
  const most = Math.max(...rows.map((row) => row.generator_busy));
  return most > FULLY_BUSY ? [`the generator limits the result: busy ${(most * 100).toFixed(0)} % of the time`] : [];
}

function sizeDifference({ bytes }: SummaryRow, rows: readonly SummaryRow[]): number {
  return Math.abs(bytes / rows.find((row) => row.target === BASELINE)!.bytes - 1);
}
