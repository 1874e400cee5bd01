/** Thresholds for scenarios of calls. */
import type { Threshold } from "./calls.ts";
import { BASELINE, SERVICE, type SummaryRow } from "./summary-rows.ts";

const TEST_API = "telegram-test-api";

function rowOf(rows: readonly SummaryRow[], target: string): SummaryRow {
  const row = rows.find((each) => each.target === target);
  if (!row) throw new Error(`${target} was not measured`);
  return row;
}

export function ratioAtLeast(share: number): Threshold {
  return (rows) => {
    const { ratio } = rowOf(rows, SERVICE);
    return { name: `at least ${share} of the ${BASELINE}`, met: ratio >= share, measured: ratio.toFixed(2) };
  };
}

/** Relative to the driver of PostgreSQL alone. */
export function shareOfDriver(share: number): Threshold {
  return (rows) => {
    const measured = rowOf(rows, SERVICE).ratio / rowOf(rows, "driver").ratio;
    return { name: `at least ${share} of the driver alone`, met: measured >= share, measured: measured.toFixed(2) };
  };
}

export const fasterThanTestApi: Threshold = (rows) => {
  const [service, test_api] = [rowOf(rows, SERVICE).ratio, rowOf(rows, TEST_API).ratio];
  return {
    name: `ahead of ${TEST_API}`,
    met: service > test_api,
    measured: `${service.toFixed(2)} to ${test_api.toFixed(2)} of the ${BASELINE}`,
  };
};

/** The 99th percentile of latency, relative to the baseline. */
export function p99RatioAtMost(times: number): Threshold {
  return (rows) => {
    const [service, baseline] = [rowOf(rows, SERVICE), rowOf(rows, BASELINE)];
    const measured = `${service.p99_ratio.toFixed(1)} times (${service.p99_ms.toFixed(1)} to ${baseline.p99_ms.toFixed(1)} ms)`;
    return { name: `p99 at most ${times} times the ${BASELINE}'s`, met: service.p99_ratio <= times, measured };
  };
}
