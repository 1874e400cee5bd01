/** Workloads: what is run on a small dataset and on a large one, and the metrics it returns. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import { killOnExit } from "../cleanup.ts";
import { cpuOf } from "../load/process-usage.ts";
import type { Dataset } from "./dataset.ts";

export interface Metric {
  readonly name: string;
  readonly unit: string;
  readonly value: number;
  /** Limit for the large dataset. */
  readonly at_most?: number;
  /** Limit for the large dataset, as a multiple of the value of the small one. */
  readonly at_most_times?: number;
}

/** A workload that restarts the service or adds much data stands near the end of the list. */
export interface Workload {
  readonly name: string;
  /** @throws Error if a result is wrong */
  run(dataset: Dataset): Promise<readonly Metric[]>;
}

/** Makes calls one after another. @returns the time of each in milliseconds */
export async function timeCalls(count: number, call: (i: number) => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < count; i++) {
    const began = performance.now();
    await call(i);
    times.push(performance.now() - began);
  }
  return times;
}

const IDLE_PAUSE_MS = 1000;
/** Share of a processor below which a service does nothing but its timers. */
const IDLE_SHARE = 0.05;
/** Pauses in a row in which the service must be idle. */
const IDLE_PAUSES = 3;

/** Waits until a service has ended what it does in the background. */
export async function waitUntilIdle(pid: number): Promise<void> {
  for (let idle = 0; idle < IDLE_PAUSES;) {
    const before_us = cpuOf(pid);
    await setTimeout(IDLE_PAUSE_MS);
    idle = cpuOf(pid) - before_us < IDLE_SHARE * IDLE_PAUSE_MS * 1000 ? idle + 1 : 0;
  }
}

export interface ProbeLatency {
  readonly p50_ms: number;
  readonly p99_ms: number;
  readonly longest_ms: number;
}

/** Messages to the probe process: start with these parameters, or stop. */
export type ProbeCommand = { readonly port: number; readonly token: string } | "stop";

/**
 * Measures the latency of `getMe` during some work, which shows how long the serving thread is blocked. The probe has a process
 * of its own, so that the work of this process does not add to the latency.
 */
export async function probeGetMeDuring(
  { service, bot }: { readonly service: { readonly port: number }; readonly bot: { readonly token: string } },
  work: () => Promise<unknown>,
): Promise<ProbeLatency> {
  const probe = killOnExit(fork(new URL("./probe.ts", import.meta.url)));
  const died = once(probe, "exit").then((): never => {
    throw new Error("the probe exited");
  });
  const nextMessage = () => Promise.race([once(probe, "message").then(([message]) => message as unknown), died]);
  const started = nextMessage();
  probe.send({ port: service.port, token: bot.token } satisfies ProbeCommand);
  await started;
  await work();
  const latency = nextMessage();
  probe.send("stop" satisfies ProbeCommand);
  const result = (await latency) as ProbeLatency;
  died.catch(() => {});
  return result;
}
