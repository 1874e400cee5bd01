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

function concerns({ kind, ref, body }: EventRow, person_id: number): boolean {
  if (kind === "read") return ref === person_id;
  if ((kind !== "message" && kind !== "delete") || body === "") return false;
  return (JSON.parse(body) as { mentions?: readonly number[] }).mentions?.includes(person_id) ?? false;
}
