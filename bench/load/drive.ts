/** Runs the generator in its own process and reads what a subject cost meanwhile. */
import { fork } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import type { Load, Outcome } from "./generator.ts";

export interface Cost {
  /** Processor time of all threads for one answer, in microseconds. */
  readonly cpu_us: number;
  readonly rss_mb: number;
}

/** Puts a load on a subject. */
export async function drive(load: Load, pid: number): Promise<Outcome & Cost> {
  const generator = fork(new URL("./generator.ts", import.meta.url));
  const before_us = cpuOf(pid);
  const outcome = await new Promise<Outcome>((resolve, reject) => {
    generator.once("message", resolve);
    generator.once("error", reject);
    generator.send(load);
  });
  generator.kill();
  const cpu_us = (cpuOf(pid) - before_us) / Math.max(1, outcome.answered);
  return { ...outcome, cpu_us, rss_mb: rssOf(pid) / 1024 };
}

/** Processor time a process has used, in microseconds; a clock tick is ten milliseconds. */
export function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "latin1").split(") ")[1]!.split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10_000;
}

/** Memory a process holds, in KiB. */
export function rssOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "latin1"))?.[1]);
}

/** Starts the count of the most memory anew. */
export function forgetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, "5");
}

/** The most memory a process held since then, in KiB. */
export function peakOf(pid: number): number {
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "latin1"))?.[1]);
}
