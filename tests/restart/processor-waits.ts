/** For how long the processes of a test have waited for a processor, while it ran. */
import { existsSync } from "node:fs";
import { processorWaitOf, processTree } from "../../bench/load/process-usage.ts";
import { lengthOf, type Wait } from "./waits.ts";

/** Without it, no process is known to have waited. */
export const IS_TOLD = existsSync("/proc/self/schedstat");
const SAMPLE_MS = 100;
/** A process that has lived for longer before a wait is not one that starts. */
const YOUNG_MS = 1500;

/** How long each process, by its id, had waited by a time of `performance.now()`, in milliseconds. */
export interface Sample {
  readonly at_ms: number;
  readonly waited_ms: ReadonlyMap<number, number>;
}

/** Watches this process and all that it has started, directly or not, from when it is made until `stop`. */
export class ProcessorWaits {
  readonly #samples: Sample[] = [];
  readonly #timer = setInterval(() => this.#take(), SAMPLE_MS).unref();

  constructor() {
    this.#take();
  }

  #take(): void {
    const ids = IS_TOLD ? processTree(process.pid) : [];
    this.#samples.push({ at_ms: performance.now(), waited_ms: new Map(ids.map((id) => [id, processorWaitOf(id)])) });
  }

  /** @returns the samples */
  stop(): readonly Sample[] {
    clearInterval(this.#timer);
    this.#take();
    return this.#samples;
  }
}

/**
 * For how long a process that started shortly before or during a wait waited for a processor meanwhile. It serves so much
 * later, which is the machine's fault.
 * @param ids - of the processes in question
 */
export function starvedDuring(wait: Wait, samples: readonly Sample[], ids: readonly number[]): number {
  const before = samples.findLast(({ at_ms }) => at_ms <= wait.begun_ms);
  const long_before = samples.findLast(({ at_ms }) => at_ms <= wait.begun_ms - YOUNG_MS) ?? samples[0];
  const last = samples.findLast(({ at_ms }) => at_ms > wait.begun_ms && at_ms <= wait.ended_ms);
  const young = ids.filter((id) => long_before?.waited_ms.has(id) !== true);
  const starved = young.map((id) => (last?.waited_ms.get(id) ?? 0) - (before?.waited_ms.get(id) ?? 0));
  return Math.min(lengthOf(wait), Math.max(0, ...starved));
}
