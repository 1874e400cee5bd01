/** The state of the developer console as people see it. */
import type { DeveloperConsole } from "@heliogram/shared/wire.ts";
import type { Deps } from "../engine/deps.ts";

/** @param start - when it was enabled, in Unix seconds; `undefined` while it is off */
export function presentConsole({ liveNodes }: Deps, start: number | undefined): DeveloperConsole {
  const state = start === undefined ? { on: false } : { on: true, since: start };
  return { ...state, node_count: liveNodes() };
}
