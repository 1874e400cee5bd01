/** One update on the wire. */
import type { EventRow } from "../store/streams.ts";

/** `update_id` comes first and the kind second: some clients read the kind off the order (behaviour.md §1). */
export function updateText(event: Pick<EventRow, "seq" | "kind" | "body">): string {
  return `{"update_id":${event.seq},"${event.kind}":${event.body}}`;
}

/** Seconds an update is kept for a bot that does not come for it (behaviour.md §6). */
export const UPDATE_LIFE_S = 24 * 60 * 60;
