/** resumeClock: lets a stopped clock go on. */
import { schemas } from "../engine/schemas.ts";
import { clockState } from "./clock-state.ts";
import { developerMethod } from "./developer-method.ts";

export const resumeClock = developerMethod({
  name: "resumeClock",
  summary: "Lets a stopped clock go on, from the time that it shows.",
  effect: "wait",
  fields: {},
  result: schemas.clockState,
  example: {
    request: {},
    result: { now_ms: 1_767_225_631_000, ahead_ms: 31_000, is_frozen: false, next_timer_ms: 19_000 },
  },
  async run({ developer }) {
    developer.clock.resume();
    return clockState(developer);
  },
});
