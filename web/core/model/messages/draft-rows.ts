/** Adds the rows of streamed drafts to those of the messages. */
import { GENERAL, threadIdOf, type Place } from "../chats/place.ts";
import { senderOf } from "../people/names.ts";
import type { DraftRow, Row } from "./rows.ts";
import type { StreamedDraft } from "./streamed-draft.ts";

/** Whether a place shows the draft: the chat as a whole, or the topic of the draft. */
export function isDraftIn(place: Place, { message_thread_id = GENERAL }: StreamedDraft): boolean {
  return (threadIdOf(place) ?? message_thread_id) === message_thread_id;
}

/** The rows with those of the drafts at their end. */
export function withDraftRows(rows: readonly Row[], drafts: readonly StreamedDraft[]): readonly Row[] {
  if (drafts.length === 0) return rows;
  const last = rows.at(-1);
  const before = last?.kind === "post" ? senderOf(last.messages[0]).id : undefined;
  return [
    ...rows,
    ...drafts.map((draft, i): DraftRow => {
      const first = i > 0 || draft.user.id !== before;
      return { kind: "draft", key: `draft${draft.user.id}/${draft.message_thread_id ?? 0}`, draft, first };
    }),
  ];
}
