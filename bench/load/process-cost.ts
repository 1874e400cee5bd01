/** What a process and its children cost, as Linux tells it in /proc. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";

const TICK_US = 10_000;

/** Processor time of all threads so far, in microseconds; it moves in ticks of ten milliseconds. */
export function cpuOf(pid: number): number {
  const own = family(pid).map((member) => {
    const fields = stat(member);
    return [11, 12, 13, 14].reduce((ticks, at) => ticks + Number(fields[at]), 0);
  });
  return own.reduce((sum, ticks) => sum + ticks, 0) * TICK_US;
}

/** Memory held now, in KiB. */
export function rssOf(pid: number): number {
  return family(pid).reduce((sum, member) => sum + status(member, "VmRSS"), 0);
}

export interface Growth {
  /** Of the process itself, in KiB. */
  readonly own: number;
  /** With the children it has started since and before, in KiB. */
  readonly family: number;
}

/** Starts the count of the most memory anew. @returns what tells by how much memory grew since, at its highest */
export function watchPeak(pid: number): () => Growth {
  for (const member of family(pid)) writeFileSync(`/proc/${member}/clear_refs`, "5");
  const [own, all] = [status(pid, "VmRSS"), rssOf(pid)];
  return () => ({
    own: status(pid, "VmHWM") - own,
    family: family(pid).reduce((sum, member) => sum + status(member, "VmHWM"), 0) - all,
  });
}

/** A process and all that descend from it. */
function family(pid: number): number[] {
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

/** The fields from the state on; none where the process is gone. */
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
