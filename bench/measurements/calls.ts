/** Measures a scenario of small calls on the echo, on the service and on telegram-test-api. */
import type { Generator } from "../load/load.ts";
import { cpuOf, rssOf } from "../load/process-cost.ts";
import type { Finding, Measurement, Setting, Verdict } from "./measurement.ts";
import { inRounds } from "../rounds.ts";
import { BYTES_APART, FLOOR, OWN, summary, tableOf, type Row, type Sample } from "./rows.ts";
import { exchange } from "../scenarios/requests.ts";
import type { Scenario } from "../scenarios/scenario.ts";
import { startHeliogram } from "../subjects/heliogram.ts";
import { startEcho, startTestApi } from "../subjects/script.ts";
import type { Subject } from "../subjects/subject.ts";

const WARM_UP_MS = 150;

/** From where on a rival's answers are said to be of another kind. */
const RIVAL_APART = 0.5;

const FULLY_BUSY = 0.9;

/** Something to be reached, judged by the rows of a scenario. */
export type Aim = (rows: readonly Row[]) => Verdict;

/** Messages that were sent from outside, and of these the ones the service acknowledged. */
interface Tally {
  sent: number;
  acknowledged: number;
}

export function calls(scenario: Scenario, aims: readonly Aim[]): Measurement {
  return { name: scenario.name, run: (setting) => run(scenario, aims, setting) };
}

async function run(scenario: Scenario, aims: readonly Aim[], setting: Setting): Promise<Finding> {
  const [echo, heliogram, test_api] = [await startEcho(), await startHeliogram(), await startTestApi()];
  const tally: Tally = { sent: 1, acknowledged: 1 };
  await scenario.prepare?.(heliogram);
  echo.teach(await exchange(heliogram.port, scenario.requests(heliogram.cast)[0]!));
  const subjects: readonly Subject[] = [echo, heliogram, test_api];
  const settle = scenario.meanwhile?.(heliogram);
  const samples = await inRounds(subjects, setting.rounds, async (subject) => {
    const sample = await take(scenario, subject, setting);
    if (subject === heliogram) {
      tally.sent += sample.sent;
      tally.acknowledged += sample.accepted;
    }
    return sample;
  });
  await settle?.();
  const rows = subjects.map(({ name }) => summary(name, samples.get(name)!, samples.get(FLOOR)!));
  const kept = scenario.writes ? await heliogram.countRows() : undefined;
  for (const subject of subjects) await subject.stop();
  return {
    table: tableOf(rows),
    notes: [...(kept === undefined ? [] : [counted(tally, kept)]), ...otherWork(rows), ...strained(rows)],
    faults: [...loss(tally, kept), ...unlike(rows)],
    verdicts: aims.map((aim) => aim(rows)),
    figures: { rows, ...(kept === undefined ? {} : { ...tally, kept }) },
  };
}

async function take(
  scenario: Scenario,
  { port, pid, cast }: Subject,
  { generator, window_ms }: { generator: Generator; window_ms: number },
): Promise<Sample> {
  const { connections } = scenario;
  const before_us = cpuOf(pid);
  const load = { port, connections, warm_up_ms: WARM_UP_MS, window_ms, requests: scenario.requests(cast) };
  const outcome = await generator.run(load);
  return { ...outcome, cpu_us: (cpuOf(pid) - before_us) / outcome.sent, rss_mb: rssOf(pid) / 1024 };
}

function counted({ sent, acknowledged }: Tally, kept: number): string {
  return `acknowledged ${acknowledged} ≤ rows ${kept} ≤ sent ${sent}, after a kill and recovery`;
}

function loss({ sent, acknowledged }: Tally, kept = acknowledged): string[] {
  if (kept < acknowledged) return [`${acknowledged - kept} acknowledged messages are missing`];
  return kept > sent ? [`${kept - sent} messages more than were sent`] : [];
}

/** The floor is one only for the same bytes, and a refusal costs less than an answer. */
function unlike(rows: readonly Row[]): string[] {
  const refused = rows.filter((row) => row.refused > 0).map((row) => `${row.subject} refused ${row.refused} calls`);
  const own = rows.filter((row) => row.subject === OWN && apart(row, rows) > BYTES_APART);
  return [...refused, ...own.map((row) => `${row.subject} answers other bytes than the ${FLOOR}`)];
}

/** A rival may answer less than it was asked for. */
function otherWork(rows: readonly Row[]): string[] {
  const rivals = rows.filter((row) => row.subject !== OWN && apart(row, rows) > RIVAL_APART);
  return rivals.map((row) => `${row.subject} answers something else: ${row.bytes.toFixed(0)} bytes`);
}

/** Where the generator has no time left, the faster servers look slower than they are. */
function strained(rows: readonly Row[]): string[] {
  const most = Math.max(...rows.map((row) => row.generator_busy));
  return most > FULLY_BUSY ? [`the generator is the limit: busy ${(most * 100).toFixed(0)} % of the time`] : [];
}

function apart({ bytes }: Row, rows: readonly Row[]): number {
  return Math.abs(bytes / rows.find((row) => row.subject === FLOOR)!.bytes - 1);
}
