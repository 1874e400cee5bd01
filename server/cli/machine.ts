/** What the machine gives to every command: its clock and its randomness. */
import { systemClock } from "../ports/clock.ts";
import { systemRandom } from "../ports/random.ts";

export const clock = systemClock();
export const random = systemRandom();
