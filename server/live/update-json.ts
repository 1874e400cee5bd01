/** The JSON of an update, and how long updates are kept. */
import { portableJson } from "../domain/text/portable.ts";
import type { EventRow } from "../store/queries/streams/streams.ts";
import { updateText } from "../store/queries/streams/update-texts.ts";

export function updateJson(event: Pick<EventRow, "seq" | "kind" | "body">): string {
  return portableJson(updateText(event));
}

/** Seconds an unconfirmed update is kept (behaviour.md §6). */
export const UPDATE_RETENTION_S = 24 * 60 * 60;
