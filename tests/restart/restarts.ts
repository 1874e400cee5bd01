/** Restarts under traffic, and what clients have noticed of them. */
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import { ControlServer } from "./control.ts";
import { ProcessorWaits, starvedDuring, type Sample } from "./processor-waits.ts";
import { Traffic, type Cast } from "./traffic.ts";
import { lengthOf, longestApart, longestOf, type Wait } from "./waits.ts";

const PAUSE_MS = 10;
/** Nobody is without the service for longer. */
const AWAY_MS = 2000;

export interface Noticed {
  readonly requests: number;
  /** Those by HTTPS, which come beside them. */
  readonly by_tls: number;
  readonly failures: readonly string[];
  readonly wrongTexts: readonly string[];
  /** The longest wait of a client since the first restart, as it was, and what of it is the service's. */
  readonly longest: string;
  readonly longest_ms: number;
  readonly away_ms: number;
  /** The longest wait for the control. */
  readonly control_ms: number;
  /** Responses with `Connection: close`, polls that ended empty, and web sockets that were opened. */
  readonly closed: number;
  readonly emptyPolls: number;
  readonly opened: number;
}

/** What is restarted: a service, or one node after another. */
export interface Restarted {
  /** The address of clients. */
  readonly url: string;
  /** The address for HTTPS, if there is one. */
  readonly tls_url?: string | undefined;
  readonly cast: Cast;
  /** That of PostgreSQL, on which the control writes too. */
  readonly database?: string;
  restart(): Promise<void>;
  /** The ids of all processes that have served so far. */
  servedBy(): readonly number[];
}

export interface RestartOptions {
  readonly restarts: number;
  /** Requests before, between and after the restarts. */
  readonly each: number;
  /** Requests at least in all. */
  readonly requests?: number;
  /** What is done before a restart, by its number from 0. */
  readonly before?: (restart: number) => void;
}

/** Runs traffic of every kind over restarts of a service. */
export async function restartUnderTraffic(
  service: Restarted,
  { restarts, each, requests = 0, before = () => {} }: RestartOptions,
): Promise<Noticed> {
  const control = await ControlServer.start(service.database);
  const processors = new ProcessorWaits();
  const traffic = new Traffic(service.url, service.cast, { tls_url: service.tls_url, control_url: control.url });
  traffic.start();
  const more = async () => {
    const wanted = traffic.requests.count + each;
    while (traffic.requests.count < wanted) await sleep(PAUSE_MS);
  };
  await more();
  // A service that has just been started is slow at first, which is not the fault of a restart.
  const judged_ms = performance.now();
  for (let restart = 0; restart < restarts; restart++) {
    before(restart);
    await service.restart();
    await more();
  }
  while (traffic.requests.count < requests) await sleep(PAUSE_MS);
  await traffic.stop();
  await control.stop();
  expect(traffic.control.failures).toEqual([]);
  return noticedOf(traffic, judged_ms, processors.stop(), service.servedBy());
}

/** @param judged_ms - since when waits count */
function noticedOf(
  traffic: Traffic,
  judged_ms: number,
  samples: readonly Sample[],
  served_by: readonly number[],
): Noticed {
  const { requests, encrypted, control, wrongTexts, emptyPolls, opened } = traffic;
  const all = encrypted ? [requests, encrypted] : [requests];
  const waits = all.flatMap((each) => each.waits.since(judged_ms));
  const longest = longestOf(waits);
  return {
    requests: requests.count,
    by_tls: encrypted?.count ?? 0,
    failures: all.flatMap((each) => each.failures),
    wrongTexts,
    longest: longest.what,
    longest_ms: lengthOf(longest),
    away_ms: longestApart(waits.filter(isJudged), control.waits.since(0), (wait) =>
      starvedDuring(wait, samples, served_by),
    ),
    control_ms: lengthOf(longestOf(control.waits.since(judged_ms))),
    closed: requests.closed,
    emptyPolls,
    opened,
  };
}

/** Nothing was refused or lost, and nobody has waited for long. */
export function expectUnnoticed({ failures, wrongTexts, away_ms }: Noticed): void {
  expect([failures, wrongTexts]).toEqual([[], []]);
  expect(away_ms).toBeLessThan(AWAY_MS);
}

/**
 * An upload waits for a process that needs half a second of processor time to start, which a busy machine does not have. Its
 * wait is among the figures alone.
 */
function isJudged({ what }: Wait): boolean {
  return !what.endsWith("/sendDocument");
}

/** Prints the figures of a long run. */
export function report(name: string, { failures, wrongTexts, ...figures }: Noticed): void {
  const faults = { failed: failures.length, wrong: wrongTexts.length };
  process.stdout.write(`${name}: ${JSON.stringify({ ...figures, ...faults })}\n`);
}
