/** Fairness between connections: a client that pipelines many requests does not delay the others. */

/** Requests that are started in one turn of the event loop: they take a few milliseconds. */
const REQUESTS_PER_TURN = 64;

/** Calls a function later, in the order of the calls. */
export type RequestScheduler = (start: () => void) => void;

/** @param defer - calls back when the event loop has handled everything else that is due */
export function requestScheduler(defer: (fire: () => void) => void): RequestScheduler {
  let waiting: (() => void)[] = [];
  let next = 0;
  const run = () => {
    for (const end = Math.min(next + REQUESTS_PER_TURN, waiting.length); next < end; next += 1) waiting[next]!();
    if (next < waiting.length) {
      if (next >= waiting.length / 2) dropDone();
      defer(run);
    } else dropDone();
  };
  const dropDone = () => {
    waiting = waiting.slice(next);
    next = 0;
  };
  return (start) => {
    if (waiting.length === 0) defer(run);
    waiting.push(start);
  };
}
