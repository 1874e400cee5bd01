/** A streamed draft: what a bot shows of a message that it has not sent yet. */
import type { Chat, Frame, Message } from "@heliogram/shared/wire.ts";

export type StreamedDraft = Omit<Extract<Frame, { type: "streamed_draft" }>, "type">;

/** The message that the draft would be if it were sent as it is. */
export function draftAsMessage({ user, text, entities, rich_message }: StreamedDraft, chat: Chat): Message {
  return {
    message_id: 0,
    from: user,
    chat,
    date: 0,
    text,
    ...(entities && { entities }),
    ...(rich_message && { rich_message }),
  };
}
