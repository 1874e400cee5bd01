/** setClock: sets the time of day of the service. */
import { schemas } from "../engine/schemas.ts";
import { clockState } from "./clock-state.ts";
import { described, int, ParameterError } from "../engine/fields.ts";
import { developerMethod } from "./developer-method.ts";

/** 2000-01-01 and 2100-01-01: dates of messages are 32-bit numbers for many bots. */
const [EARLIEST_MS, LATEST_MS] = [946_684_800_000, 4_102_444_800_000];

export const setClock = developerMethod({
  name: "setClock",
  summary:
    "Sets the time of day of the service, forward or back, as an operator sets the clock of a machine. Dates, and what ends at a date, such as restrictions, follow it at once. Timers do not: polls, repeated deliveries, delays and rate limits need `advanceClock`.",
  effect: "wait",
  fields: {
    now_ms: described(int(), "Milliseconds of Unix time, from 2000-01-01 to 2100-01-01."),
  },
  result: schemas.clockState,
  example: {
    request: { now_ms: 1_767_225_600_000 },
    result: { now_ms: 1_767_225_600_000, ahead_ms: -86_400_000, is_frozen: true },
  },
  async run({ developer }, { now_ms }) {
    if (!(now_ms >= EARLIEST_MS && now_ms <= LATEST_MS))
      throw new ParameterError("invalid now_ms: milliseconds of a time from 2000-01-01 to 2100-01-01 are expected");
    developer.clock.set(now_ms);
    return clockState(developer);
  },
});
