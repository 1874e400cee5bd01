/** `heliogram clock show|freeze|resume|advance DURATION|next|set TIME`: reads and sets the clock of a running `heliogram dev`. */
import type { ClockState } from "@heliogram/shared/wire.ts";
import { durationMs } from "@heliogram/shared/durations.ts";
import type { Arguments } from "../arguments.ts";
import { UsageError } from "../errors.ts";
import { readIsoTime } from "../../runtime/iso-time.ts";
import type { Call } from "./client.ts";

const METHODS: Readonly<Record<string, string>> = {
  show: "getClock",
  freeze: "freezeClock",
  resume: "resumeClock",
  advance: "advanceClock",
  next: "runToNextTimer",
  set: "setClock",
};

/** @throws UsageError, CommandRefused */
export async function setClock(call: Call, { words: [verb = "", value], flags }: Arguments): Promise<void> {
  if (!Object.hasOwn(METHODS, verb))
    throw new UsageError(`${`clock ${verb}`.trim()} is no command; clock has ${Object.keys(METHODS).join(", ")}`);
  const state = (await call(`/developer/${METHODS[verb]}`, paramsOf(verb, value))) as ClockState;
  process.stdout.write(`${flags.get("json") ? JSON.stringify(state) : describe(state)}\n`);
}

/** @throws UsageError */
function paramsOf(verb: string, value: string | undefined): object {
  if (verb === "advance") return { seconds: secondsOf(value) };
  if (verb === "set") return { now_ms: timeOf(value) };
  if (value !== undefined) throw new UsageError(`clock ${verb} stands alone`);
  return {};
}

/** @throws UsageError */
function timeOf(time: string | undefined): number {
  const now_ms = readIsoTime(time ?? "");
  if (now_ms === undefined) throw new UsageError("clock set needs a time with its zone, as 2026-01-01T00:00:00Z");
  return now_ms;
}

/** @throws UsageError */
function secondsOf(duration: string | undefined): number {
  const ms = durationMs(duration ?? "");
  if (ms === undefined) throw new UsageError("clock advance needs a duration, as 500ms, 31s, 5m, 2h or 1d");
  return ms / 1000;
}

function describe({ now_ms, ahead_ms, is_frozen, next_timer_ms }: ClockState): string {
  const next = next_timer_ms === undefined ? "no timer waits" : `next timer in ${next_timer_ms / 1000} s`;
  return `${now_ms / 1000} (Unix time), ${Math.abs(ahead_ms) / 1000} s ${ahead_ms < 0 ? "behind" : "ahead"}${is_frozen ? ", frozen" : ""}, ${next}`;
}
