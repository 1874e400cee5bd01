/** The clock and the randomness of the machine, for commands and services. */
import { systemClock } from "../ports/clock.ts";
import { systemRandom } from "../ports/random.ts";

/** The interval of a timer that never matters. */
const LONG_MS = 2 ** 30;

export const clock = systemClock();
export const random = systemRandom();

/** Keeps the process alive, which timers of `clock` do not. @returns a function that ends that */
export function stayAlive(): () => void {
  const timer = setInterval(() => {}, LONG_MS);
  return () => clearInterval(timer);
}
