/** Who has sent many requests at once waits with each further one until all others have had a turn. */

/** Requests that are taken up in one turn of the event loop: so many take a few milliseconds. */
const AT_ONCE = 64;

/** Calls what it is given later, in the order in which it came. */
export type Turns = (go: () => void) => void;

/** @param defer - calls back when the event loop has looked after everything else */
export function takingTurns(defer: (fire: () => void) => void): Turns {
  let waiting: (() => void)[] = [];
  let next = 0;
  const run = () => {
    for (const end = Math.min(next + AT_ONCE, waiting.length); next < end; next += 1) waiting[next]!();
    if (next < waiting.length) {
      if (next >= waiting.length / 2) dropDone();
      defer(run);
    } else dropDone();
  };
  const dropDone = () => {
    waiting = waiting.slice(next);
    next = 0;
  };
  return (go) => {
    if (waiting.length === 0) defer(run);
    waiting.push(go);
  };
}
