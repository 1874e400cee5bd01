/** Restarts under traffic, and what clients have noticed of them. */
import { setTimeout as sleep } from "node:timers/promises";
import { Traffic, type Cast } from "./traffic.ts";

const PAUSE_MS = 10;

export interface Noticed {
  readonly requests: number;
  /** Those by HTTPS, which come beside them. */
  readonly by_tls: number;
  readonly failures: readonly string[];
  readonly wrongTexts: readonly string[];
  readonly longest_ms: number;
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
  restart(): Promise<void>;
}

export interface RestartOptions {
  readonly restarts: number;
  /** Requests before, between and after the restarts. */
  readonly each: number;
  /** What is done before a restart, by its number from 0. */
  readonly before?: (restart: number) => void;
}

/** Runs traffic of every kind over restarts of a service. */
export async function restartUnderTraffic(
  service: Restarted,
  { restarts, each, before = () => {} }: RestartOptions,
): Promise<Noticed> {
  const traffic = new Traffic(service.url, service.cast, service.tls_url);
  traffic.start();
  const more = async () => {
    const wanted = traffic.requests.count + each;
    while (traffic.requests.count < wanted) await sleep(PAUSE_MS);
  };
  await more();
  for (let restart = 0; restart < restarts; restart++) {
    before(restart);
    await service.restart();
    await more();
  }
  await traffic.stop();
  const { count, failures: plain, longest_ms: plain_ms, closed } = traffic.requests;
  const { wrongTexts, emptyPolls, opened, encrypted } = traffic;
  const failures = [...plain, ...(encrypted?.failures ?? [])];
  const longest_ms = Math.max(plain_ms, encrypted?.longest_ms ?? 0);
  const by_tls = encrypted?.count ?? 0;
  return { requests: count, by_tls, failures, wrongTexts, longest_ms, closed, emptyPolls, opened };
}

/** Prints the figures of a long run. */
export function report(name: string, { failures, wrongTexts, ...figures }: Noticed): void {
  const faults = { failed: failures.length, wrong: wrongTexts.length };
  process.stdout.write(`${name}: ${JSON.stringify({ ...figures, ...faults })}\n`);
}
