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
  return concernedBy(event).includes(person_id);
}

/** The people whose count of mentions an event changes: a message by coming or by going, and whoever has read. */
export function concernedBy({ kind, ref, body }: EventRow): readonly number[] {
  if (kind === "read") return [ref];
  if ((kind !== "message" && kind !== "delete") || body === "") return [];
  return (JSON.parse(body) as { mentions?: readonly number[] }).mentions ?? [];
}
