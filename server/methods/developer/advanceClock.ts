/** advanceClock: moves the time of the service forward. */
import { schemas } from "../engine/schemas.ts";
import { clockState } from "./clock-state.ts";
import { described, float, ParameterError } from "../engine/fields.ts";
import { developerMethod } from "./developer-method.ts";

/** Maintenance has a timer every ten minutes, all of which fire. */
const MAX_S = 31 * 86_400;

export const advanceClock = developerMethod({
  name: "advanceClock",
  summary:
    "Moves the time of the service forward. Timers that are due fire in order: polls return, webhook deliveries are repeated; restrictions end, and rate limits refill.",
  effect: "wait",
  fields: { seconds: described(float(), `More than 0, at most ${MAX_S}, which is 31 days.`) },
  result: schemas.clockState,
  example: {
    request: { seconds: 31 },
    result: { now_ms: 1_767_225_631_000, ahead_ms: 31_000, is_frozen: false, next_timer_ms: 19_000 },
  },
  async run({ developer, deps }, { seconds }) {
    if (!(seconds > 0 && seconds <= MAX_S))
      throw new ParameterError(`invalid seconds: more than 0 and at most ${MAX_S}`);
    await developer.advanceClock(seconds * 1000, deps.db);
    return clockState(developer);
  },
});
