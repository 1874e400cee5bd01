/** The size of SQLite's WAL: bytes for each send, at 100 a second and at full speed, and the maximum size. */
import type { Workload } from "../workload.ts";
import { isLarge } from "../dataset.ts";
import { sendFast, sendSlowly } from "../sending.ts";
import { walDuring } from "../wal-size.ts";

const PER_SECOND = 100;
/**
 * Milliseconds of sending. On a large dataset, the slow part is longer than the interval between commits, and the fast part spans
 * several WAL resets. On a small one, the times only give a value for comparison.
 */
const LONG = { slow_ms: 60_000, fast_ms: 20_000 };
const SHORT = { slow_ms: 2000, fast_ms: 1500 };
const MB = 1024 * 1024;
const AT_MOST_KB = 3;
const AT_MOST_MB = 128;
/** Limit for the time of a send relative to the small dataset. */
const TIMES = 1.5;

export const wal: Workload = {
  name: "WAL",
  async run(dataset) {
    const { slow_ms, fast_ms } = isLarge(dataset.size) ? LONG : SHORT;
    const slow = await walDuring(dataset, () => sendSlowly(dataset, PER_SECOND, slow_ms));
    const fast = await walDuring(dataset, () => sendFast(dataset, fast_ms));
    const { count, p99_ms } = fast.result;
    return [
      { name: "WAL of a send, 100 a second", unit: "kB", value: slow.bytes / slow.result / 1000, at_most: AT_MOST_KB },
      { name: "WAL of a send, full speed", unit: "kB", value: fast.bytes / count / 1000, at_most: AT_MOST_KB },
      { name: "largest WAL", unit: "MB", value: Math.max(slow.longest, fast.longest) / MB, at_most: AT_MOST_MB },
      { name: "a send at full speed", unit: "\u00b5s", value: (fast_ms / count) * 1000, at_most_times: TIMES },
      { name: "a send at full speed, p99", unit: "ms", value: p99_ms },
    ];
  },
};
