/** Adds the number of unread mentions to the events that change it. */
import type { Chat } from "../domain/chats.ts";
import { countMentions } from "../store/queries/members/mentions.ts";
import { changesMessages } from "../store/queries/streams/chat-events.ts";
import type { EventRow } from "../store/queries/streams/streams.ts";
import type { ViewerContext } from "./viewer-context.ts";

/** Counts only for people whose count the event changes, so that the cost does not grow with the size of a chat. */
export async function presentUnreadMentions(
  context: ViewerContext,
  chat: Chat,
  event: EventRow,
): Promise<{ readonly unread_mentions?: number }> {
  return concerns(event, context.viewer.id)
    ? { unread_mentions: await countMentions(context.tx, context.viewer.id, chat.id) }
    : {};
}

function concerns(event: EventRow, person_id: number): boolean {
  return mentionCountChangedFor(event).includes(person_id);
}

/** The people whose number of unread mentions the event changes: those mentioned, or the one who has read. */
export function mentionCountChangedFor(event: EventRow): readonly number[] {
  const { kind, ref, body } = event;
  if (kind === "read") return [ref];
  if (!changesMessages(event) || body === "") return [];
  return (JSON.parse(body) as { mentions?: readonly number[] }).mentions ?? [];
}
