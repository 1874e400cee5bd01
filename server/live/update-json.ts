/** The JSON of an update, and how long updates are kept. */
import { portableJson } from "../domain/text/portable.ts";
import type { EventRow } from "../store/queries/streams/streams.ts";

/**
 * `update_id` comes first and the kind second, because some clients read the kind from the second member (behaviour.md
 * §1).
 */
export function updateJson(event: Pick<EventRow, "seq" | "kind" | "body">): string {
  return `{"update_id":${event.seq},"${event.kind}":${portableJson(event.body)}}`;
}

/** Seconds an unconfirmed update is kept (behaviour.md §6). */
export const UPDATE_RETENTION_S = 24 * 60 * 60;
