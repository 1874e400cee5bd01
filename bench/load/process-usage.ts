/** Processor time and memory of a process and its descendants, from /proc. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";

const TICK_US = 10_000;

/** Processor time of all threads so far, in microseconds. The resolution is 10 ms. */
export function cpuOf(pid: number): number {
  const own = processTree(pid).map((member) => {
    const fields = stat(member);
    return [11, 12, 13, 14].reduce((ticks, at) => ticks + Number(fields[at]), 0);
  });
  return own.reduce((sum, ticks) => sum + ticks, 0) * TICK_US;
}

/** Resident memory, in KiB. */
export function rssOf(pid: number): number {
  return processTree(pid).reduce((sum, member) => sum + status(member, "VmRSS"), 0);
}

export interface MemoryGrowth {
  /** Of the process, in KiB. */
  readonly own: number;
  /** Of the process and its descendants, in KiB. */
  readonly tree: number;
}

/** Resets the peak of resident memory. @returns a function that returns the growth from now to the peak */
export function trackPeakMemory(pid: number): () => MemoryGrowth {
  for (const member of processTree(pid)) writeFileSync(`/proc/${member}/clear_refs`, "5");
  const [own, all] = [status(pid, "VmRSS"), rssOf(pid)];
  return () => ({
    own: status(pid, "VmHWM") - own,
    tree: processTree(pid).reduce((sum, member) => sum + status(member, "VmHWM"), 0) - all,
  });
}

/**
 * How long the main thread of a process has waited for a processor so far, in milliseconds: the second figure of schedstat
 * (kernel: sched-stats.rst).
 */
export function processorWaitOf(pid: number): number {
  return Number(read(pid, "schedstat").split(" ")[1] ?? 0) / 1e6;
}

/** A process and its descendants. */
export function processTree(pid: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const parent = stat(Number(name))[1];
    if (parent !== undefined) parents.set(Number(name), Number(parent));
  }
  const found = [pid];
  for (const member of found) {
    for (const [child, parent] of parents) if (parent === member) found.push(child);
  }
  return found;
}

/** The fields of /proc/pid/stat from the state on; none if the process has exited. */
function stat(pid: number): string[] {
  return (read(pid, "stat").split(") ").at(-1) ?? "").split(" ");
}

function status(pid: number, field: string): number {
  return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(read(pid, "status"))?.[1] ?? 0);
}

function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "latin1");
  } catch {
    return "";
  }
}

/** Bytes that a process has had written to disks. */
export function writtenBytesOf(pid: number): number {
  return Number(/^write_bytes: (\d+)$/m.exec(readFileSync(`/proc/${pid}/io`, "utf8"))![1]);
}
