/** getClock: the clock of the service. */
import { schemas } from "../engine/schemas.ts";
import { clockState } from "./clock-state.ts";
import { developerMethod } from "./developer-method.ts";

export const getClock = developerMethod({
  name: "getClock",
  summary: "Returns the clock of the service.",
  effect: "wait",
  fields: {},
  result: schemas.clockState,
  example: {
    request: {},
    result: { now_ms: 1_767_225_631_000, ahead_ms: 31_000, is_frozen: false, next_timer_ms: 19_000 },
  },
  async run({ developer }) {
    return clockState(developer);
  },
});
