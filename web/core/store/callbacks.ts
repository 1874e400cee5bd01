/** Updates of the buttons that wait for a callback answer. */
import type { Change } from "./state.ts";

export function setCallbackPending(name: string, waits: boolean): Change {
  return ({ pending_callbacks }) => {
    const next = new Set(pending_callbacks);
    if (waits) next.add(name);
    else next.delete(name);
    return { pending_callbacks: next };
  };
}
