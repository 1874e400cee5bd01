/** What is measured on a small store and on a large one. */
import { keepAsking, open } from "../load/connection.ts";
import { quantile } from "../statistics.ts";
import type { Grown } from "./grown.ts";

export interface Figure {
  readonly what: string;
  readonly unit: string;
  readonly value: number;
  /** What the large store is to stay at or below. */
  readonly at_most?: number;
  /** The same, as a multiple of what the small store has. */
  readonly at_most_times?: number;
}

/** One that restarts the service, or leaves much behind, stands near the end of the list. */
export interface Gauge {
  readonly name: string;
  /** @throws Error if something is not as it must be */
  measure(grown: Grown): Promise<readonly Figure[]>;
}

/** How long each of some calls took, one after another, in milliseconds. */
export async function timesOf(count: number, call: (i: number) => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < count; i++) {
    const began = performance.now();
    await call(i);
    times.push(performance.now() - began);
  }
  return times;
}

export interface Beside {
  readonly p50_ms: number;
  readonly p99_ms: number;
  readonly longest_ms: number;
}

/** What a bot that calls `getMe` all the while sees of some work: how long the serving thread is kept at one go. */
export async function getMeBeside({ service, bot }: Grown, work: () => Promise<unknown>): Promise<Beside> {
  const request = Buffer.from(`GET /bot${bot.token}/getMe HTTP/1.1\r\nHost: bench\r\n\r\n`);
  const times: number[] = [];
  let isOver = false;
  const asking = keepAsking(await open(service.port), [request], 0, ({ status, sent_ms }) => {
    if (status !== 200) throw new Error(`getMe was answered ${status}`);
    times.push(performance.now() - sent_ms);
    return !isOver;
  });
  await work();
  isOver = true;
  await asking;
  return { p50_ms: quantile(times), p99_ms: quantile(times, 0.99), longest_ms: Math.max(...times) };
}
