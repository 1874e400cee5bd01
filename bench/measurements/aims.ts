/** What the scenarios of calls are to reach. */
import type { Aim } from "./calls.ts";
import { FLOOR, OWN, type Row } from "./rows.ts";

const RIVAL = "telegram-test-api";

function of(rows: readonly Row[], subject: string): Row {
  const row = rows.find((each) => each.subject === subject);
  if (!row) throw new Error(`${subject} was not measured`);
  return row;
}

export function atLeast(share: number): Aim {
  return (rows) => {
    const { ratio } = of(rows, OWN);
    return { what: `at least ${share} F`, reached: ratio >= share, figure: `${ratio.toFixed(2)} F` };
  };
}

export const aheadOfRival: Aim = (rows) => {
  const [own, rival] = [of(rows, OWN).ratio, of(rows, RIVAL).ratio];
  return { what: `ahead of ${RIVAL}`, reached: own > rival, figure: `${own.toFixed(2)} F to ${rival.toFixed(2)} F` };
};

/** The 99th percentile of latency, against the floor's. */
export function p99Within(times: number): Aim {
  return (rows) => {
    const [own, floor] = [of(rows, OWN), of(rows, FLOOR)];
    const figure = `${own.p99_ratio.toFixed(1)} times (${own.p99_ms.toFixed(1)} to ${floor.p99_ms.toFixed(1)} ms)`;
    return { what: `p99 at most ${times} times the ${FLOOR}'s`, reached: own.p99_ratio <= times, figure };
  };
}
