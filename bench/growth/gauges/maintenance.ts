/** What the service does by itself every ten minutes, where nothing has changed, and after a thousand deletions. */
import { monitorEventLoopDelay } from "node:perf_hooks";
import { temporaryFolder } from "../../left-behind.ts";
import { openFiled, type Filed } from "../filed.ts";
import type { Figure, Gauge } from "../gauge.ts";

/** A file comes with so many messages. */
const MESSAGES_EACH = 10;
/** More would say the same and fill the disk. */
const MOST_FILES = 100_000;
const DELETIONS = 1000;
const ROUND_MS = 10 * 60_000;
const DAY_MS = 24 * 60 * 60_000;
/** Rounds before the first that is measured: the first look at each stream takes place in them. */
const WARM_ROUNDS = 5;
const ROUNDS = 5;
/** What nothing on the serving thread may take longer than. */
const LONGEST_MS = 10;
/** Small stores take a few milliseconds: below that is chance. */
const IDLE_CPU_MS = 50;
const TIMES = 3;

export const maintenance: Gauge = {
  name: "maintenance",
  async measure({ size }) {
    const files = Math.min(MOST_FILES, Math.ceil(size.messages / MESSAGES_EACH));
    const filed = await openFiled(temporaryFolder("filed"), files);
    for (let round = 0; round < WARM_ROUNDS; round++) await filed.round(ROUND_MS);
    const idle = await spent(async () => {
      for (let round = 0; round < ROUNDS; round++) await filed.round(ROUND_MS);
    });
    const deleted = Math.min(DELETIONS, Math.floor(files / 2));
    await filed.remove(deleted);
    const before = await bytesOf(filed);
    const removing = await spent(async () => {
      for (const after_ms of [ROUND_MS, DAY_MS, ROUND_MS, ROUND_MS]) await filed.round(after_ms);
    });
    const freed = before - (await bytesOf(filed));
    await filed.close();
    const figures: Figure[] = [
      { what: "maintenance, nothing changed, CPU", unit: "ms", value: idle.cpu_ms / ROUNDS, at_most: IDLE_CPU_MS },
      {
        what: `maintenance after ${DELETIONS} deletions, CPU`,
        unit: "ms",
        value: removing.cpu_ms,
        at_most_times: TIMES,
      },
      { what: "maintenance, longest piece", unit: "ms", value: removing.longest_ms, at_most: LONGEST_MS },
      { what: "bytes that each deletion freed", unit: "", value: freed / deleted },
    ];
    return figures;
  },
};

interface Spent {
  readonly cpu_ms: number;
  /** For which the event loop was kept at one go. */
  readonly longest_ms: number;
}

async function spent(work: () => Promise<void>): Promise<Spent> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  const before = process.cpuUsage();
  delay.enable();
  await work();
  delay.disable();
  const { user, system } = process.cpuUsage(before);
  return { cpu_ms: (user + system) / 1000, longest_ms: delay.max / 1e6 };
}

async function bytesOf({ blobs }: Filed): Promise<number> {
  let bytes = 0;
  for await (const { size } of blobs.all()) bytes += size;
  return bytes;
}
