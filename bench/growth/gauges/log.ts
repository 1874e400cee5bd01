/** SQLite's log: what a send writes to it, at a hundred a second and at full speed, and how long it gets. */
import { statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Gauge } from "../gauge.ts";
import { isLarge, type Grown } from "../grown.ts";
import { sendFast, sendSlowly } from "../sending.ts";

const PER_SECOND = 100;
/**
 * Milliseconds of sending. On a large store, slowly for longer than a commit takes to come about, and fast until the log has begun
 * anew several times; on a small one, so that there is something to compare.
 */
const LONG = { slow_ms: 60_000, fast_ms: 20_000 };
const SHORT = { slow_ms: 2000, fast_ms: 1500 };
/** After which what was sent has been committed. */
const QUIET_MS = 1000;
const LOOK_MS = 20;
const MB = 1024 * 1024;
const AT_MOST_KB = 3;
const AT_MOST_MB = 128;
/** What a send may cost more than on a small store. */
const TIMES = 1.5;

export const log: Gauge = {
  name: "log",
  async measure(grown) {
    const { slow_ms, fast_ms } = isLarge(grown.size) ? LONG : SHORT;
    const slow = await watched(grown, () => sendSlowly(grown, PER_SECOND, slow_ms));
    const fast = await watched(grown, () => sendFast(grown, fast_ms));
    const { count, p99_ms } = fast.outcome;
    return [
      { what: "log of a send, 100 a second", unit: "kB", value: slow.bytes / slow.outcome / 1000, at_most: AT_MOST_KB },
      { what: "log of a send, full speed", unit: "kB", value: fast.bytes / count / 1000, at_most: AT_MOST_KB },
      { what: "longest log", unit: "MB", value: Math.max(slow.longest, fast.longest) / MB, at_most: AT_MOST_MB },
      { what: "a send at full speed", unit: "\u00b5s", value: (fast_ms / count) * 1000, at_most_times: TIMES },
      { what: "a send at full speed, p99", unit: "ms", value: p99_ms },
    ];
  },
};

interface Watched<T> {
  readonly outcome: T;
  /** Written to the log meanwhile. */
  readonly bytes: number;
  readonly longest: number;
}

/** Looks at the log's length all the while. It grows, or has begun anew. */
async function watched<T>({ service }: Grown, work: () => Promise<T>): Promise<Watched<T>> {
  const path = join(service.data, "heliogram.db-wal");
  let last = statSync(path).size;
  let [bytes, longest] = [0, last];
  const timer = setInterval(() => {
    const { size } = statSync(path);
    bytes += size < last ? size : size - last;
    last = size;
    longest = Math.max(longest, size);
  }, LOOK_MS);
  const outcome = await work();
  await sleep(QUIET_MS);
  clearInterval(timer);
  return { outcome, bytes, longest };
}
