/** The maintenance jobs that run every ten minutes: without changes, and after a thousand deletions. */
import { monitorEventLoopDelay } from "node:perf_hooks";
import { temporaryFolder } from "../../cleanup.ts";
import { openFileStore, type FileStore } from "../file-store.ts";
import type { Metric, Workload } from "../workload.ts";

/** One file for this many messages. */
const MESSAGES_EACH = 10;
/** More files would fill the disk and not change the result. */
const MAX_FILES = 100_000;
const DELETIONS = 1000;
const ROUND_MS = 10 * 60_000;
const DAY_MS = 24 * 60 * 60_000;
/** Rounds before the first measured one. They visit each stream for the first time. */
const WARM_ROUNDS = 5;
const ROUNDS = 5;
/** Limit for any single piece of work on the serving thread. */
const LONGEST_MS = 10;
/** Limit for the processor time without changes. Smaller values vary by chance. */
const IDLE_CPU_MS = 50;
const TIMES = 3;

export const maintenance: Workload = {
  name: "maintenance",
  async run({ size }) {
    const files = Math.min(MAX_FILES, Math.ceil(size.messages / MESSAGES_EACH));
    const files_store = await openFileStore(temporaryFolder("files_store"), files);
    for (let round = 0; round < WARM_ROUNDS; round++) await files_store.round(ROUND_MS);
    const idle = await measureCost(async () => {
      for (let round = 0; round < ROUNDS; round++) await files_store.round(ROUND_MS);
    });
    const deleted = Math.min(DELETIONS, Math.floor(files / 2));
    await files_store.remove(deleted);
    const before = await bytesOf(files_store);
    const removing = await measureCost(async () => {
      for (const after_ms of [ROUND_MS, DAY_MS, ROUND_MS, ROUND_MS]) await files_store.round(after_ms);
    });
    const freed = before - (await bytesOf(files_store));
    await files_store.close();
    const metrics: Metric[] = [
      { name: "maintenance, nothing changed, CPU", unit: "ms", value: idle.cpu_ms / ROUNDS, at_most: IDLE_CPU_MS },
      {
        name: `maintenance after ${DELETIONS} deletions, CPU`,
        unit: "ms",
        value: removing.cpu_ms,
        at_most_times: TIMES,
      },
      { name: "maintenance, longest piece", unit: "ms", value: removing.longest_ms, at_most: LONGEST_MS },
      { name: "bytes that each deletion freed", unit: "", value: freed / deleted },
    ];
    return metrics;
  },
};

interface Cost {
  readonly cpu_ms: number;
  /** The longest time for which the event loop was blocked. */
  readonly longest_ms: number;
}

async function measureCost(work: () => Promise<void>): Promise<Cost> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  const before = process.cpuUsage();
  delay.enable();
  await work();
  delay.disable();
  const { user, system } = process.cpuUsage(before);
  return { cpu_ms: (user + system) / 1000, longest_ms: delay.max / 1e6 };
}

async function bytesOf({ blobs }: FileStore): Promise<number> {
  let bytes = 0;
  for await (const { size } of blobs.list()) bytes += size;
  return bytes;
}
