/** The state of the clock as the developer API shows it. */
import type { ClockState } from "@heliogram/shared/wire.ts";
import type { Developer } from "../../developer/developer.ts";
import { objectOfSchema, schemas } from "../engine/schemas.ts";

export const CLOCK_STATE = objectOfSchema(
  {
    now_ms: { type: "integer", description: "Milliseconds of Unix time." },
    ahead_ms: {
      type: "integer",
      description: "How far it is ahead of the clock of the machine; negative if it was set back.",
    },
    is_frozen: schemas.Boolean,
    next_timer_ms: { type: "integer", description: "Milliseconds until the next timer, if one waits." },
  },
  ["next_timer_ms"],
);

export function clockState({ clock }: Developer): ClockState {
  const { next_timer_ms } = clock;
  return {
    now_ms: Math.floor(clock.now()),
    ahead_ms: Math.round(clock.ahead_ms),
    is_frozen: clock.isFrozen,
    ...(next_timer_ms === undefined ? {} : { next_timer_ms: Math.ceil(next_timer_ms) }),
  };
}
