/** What is measured on a small store and on a large one. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { owned } from "../left-behind.ts";
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

/** What the probe is told: whom to ask, and that it is over. */
export type ProbeOrder = { readonly port: number; readonly token: string } | "stop";

/**
 * What a bot that calls `getMe` all the while sees of some work: how long the serving thread is kept at one go. It has a process
 * of its own, so that what this one does with the answers is not counted.
 */
export async function getMeBeside(
  { service, bot }: { readonly service: { readonly port: number }; readonly bot: { readonly token: string } },
  work: () => Promise<unknown>,
): Promise<Beside> {
  const probe = owned(fork(new URL("./probe.ts", import.meta.url)));
  const died = once(probe, "exit").then((): never => {
    throw new Error("the probe ended");
  });
  const heard = () => Promise.race([once(probe, "message").then(([said]) => said as unknown), died]);
  const asking = heard();
  probe.send({ port: service.port, token: bot.token } satisfies ProbeOrder);
  await asking;
  await work();
  const told = heard();
  probe.send("stop" satisfies ProbeOrder);
  const beside = (await told) as Beside;
  died.catch(() => {});
  return beside;
}
