/** Changes of the buttons that wait for their bot's answer. */
import type { Change } from "./state.ts";

export function setPressed(name: string, waits: boolean): Change {
  return ({ presses }) => {
    const next = new Set(presses);
    if (waits) next.add(name);
    else next.delete(name);
    return { presses: next };
  };
}
