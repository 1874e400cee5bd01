/** Processor time of one process by kind of thread, from /proc. */
import { readdirSync, readFileSync } from "node:fs";
import { processTree } from "./process-usage.ts";

/** Processor time in microseconds. */
export interface ThreadUsage {
  /** The main thread, which serves all requests. */
  readonly serving: number;
  /** Worker threads: the search index, checkpoints, password hashes. */
  readonly workers: number;
  /** All else: compiling, collecting garbage, syncing files, child processes. */
  readonly others: number;
}

/** Threads of Node.js and of V8 that are no workers. */
const RUNTIME = /^(node-|libuv-worker|DelayedTaskSche|SignalInspector)/;

/** Processor time so far of a process and its descendants. */
export function threadUsage(pid: number): ThreadUsage {
  const usage = { serving: 0, workers: 0, others: 0 };
  for (const member of processTree(pid)) {
    for (const thread of threadsOf(member)) {
      if (member !== pid) usage.others += thread.cpu_us;
      else if (thread.id === pid) usage.serving += thread.cpu_us;
      else if (!RUNTIME.test(thread.name)) usage.workers += thread.cpu_us;
      else usage.others += thread.cpu_us;
    }
  }
  return usage;
}

/** A thread that ends meanwhile is left out. */
function threadsOf(pid: number): { id: number; name: string; cpu_us: number }[] {
  const folder = `/proc/${pid}/task`;
  try {
    return readdirSync(folder).flatMap((id) => {
      try {
        const name = readFileSync(`${folder}/${id}/comm`, "utf8").trim();
        const [ns] = readFileSync(`${folder}/${id}/schedstat`, "utf8").split(" ");
        return [{ id: Number(id), name, cpu_us: Number(ns) / 1000 }];
      } catch {
        return [];
      }
    });
  } catch {
    return [];
  }
}
