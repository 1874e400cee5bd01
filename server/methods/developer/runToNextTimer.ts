/** runToNextTimer: moves the time of the service to the next thing that is due. */
import { schemas } from "../engine/schemas.ts";
import { clockState } from "./clock-state.ts";
import { developerMethod } from "./developer-method.ts";

export const runToNextTimer = developerMethod({
  name: "runToNextTimer",
  summary:
    "Moves the time of the service to the next timer, such as the end of a long poll or the next attempt of a webhook. Does nothing if no timer waits.",
  effect: "wait",
  fields: {},
  result: schemas.clockState,
  example: {
    request: {},
    result: { now_ms: 1_767_225_631_000, ahead_ms: 31_000, is_frozen: false, next_timer_ms: 19_000 },
  },
  async run({ developer, deps }) {
    const next_ms = developer.clock.next_timer_ms;
    if (next_ms !== undefined) await developer.advanceClock(next_ms, deps.db);
    return clockState(developer);
  },
});
