/** How many unread messages mention a person, told with the events that change it. */
import type { Chat } from "../domain/chats.ts";
import { countMentions } from "../store/mentions.ts";
import type { EventRow } from "../store/streams.ts";
import type { View } from "./view.ts";

/** Nothing is counted for those whom an event does not concern: it costs a large chat no more than a small one. */
export async function presentUnreadMentions(
  view: View,
  chat: Chat,
  event: EventRow,
): Promise<{ readonly unread_mentions?: number }> {
  return concerns(event, view.viewer.id)
    ? { unread_mentions: await countMentions(view.tx, view.viewer.id, chat.id) }
    : {};
}

function concerns(event: EventRow, person_id: number): boolean {
  if (event.kind === "read") return event.ref === person_id;
  return mentionsOf(event).includes(person_id);
}

/** The people whose count of mentions a message changes, by coming or by going. */
export function mentionsOf({ kind, body }: EventRow): readonly number[] {
  if ((kind !== "message" && kind !== "delete") || body === "") return [];
  return (JSON.parse(body) as { mentions?: readonly number[] }).mentions ?? [];
}
