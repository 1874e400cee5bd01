/** The clock and the randomness of the machine, for commands and services. */
import { systemClock } from "../ports/clock.ts";
import { systemRandom } from "../ports/random.ts";

export const clock = systemClock();
export const random = systemRandom();
