/** The state of the clock as the developer API shows it. */
import type { ClockState } from "@heliogram/shared/wire.ts";
import type { Developer } from "../../developer/developer.ts";

export function clockState({ clock }: Developer): ClockState {
  const { next_timer_ms } = clock;
  return {
    now_ms: Math.floor(clock.now()),
    ahead_ms: Math.round(clock.ahead_ms),
    is_frozen: clock.isFrozen,
    ...(next_timer_ms === undefined ? {} : { next_timer_ms: Math.ceil(next_timer_ms) }),
  };
}
