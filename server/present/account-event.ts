/** One event of a person's own stream as their screens get it. */
import { shownId } from "../domain/chats.ts";
import { findSettings, pinnedChats } from "../store/chat-settings.ts";
import { findChat } from "../store/chats.ts";
import { countMentions } from "../store/mentions.ts";
import type { EventRow } from "../store/streams.ts";
import { unreadOf } from "../store/unread.ts";
import { presentSettings } from "./chat-settings.ts";
import type { View } from "./view.ts";

/** What is shown of the list is its state at the moment of reading. */
export async function presentAccountEvent(view: View, event: EventRow, now_s: number): Promise<object> {
  const base = { seq: event.seq, kind: event.kind };
  switch (event.kind) {
    case "chat":
    case "chat_settings": {
      const chat = await findChat(view.tx, event.ref);
      if (!chat) return base;
      const place = { ...base, chat_id: shownId(chat, view.viewer.id) };
      if (event.kind === "chat") return place;
      const settings = await findSettings(view.tx, view.viewer.id, chat.id);
      return { ...place, settings: await presentSettings(view, chat, settings, now_s) };
    }
    case "read": {
      const chat = await findChat(view.tx, event.ref);
      if (!chat) return base;
      const { unread_count, unread_after } = await unreadOf(view.tx, chat.id, view.viewer.id);
      return {
        ...base,
        chat_id: shownId(chat, view.viewer.id),
        read_up_to: unread_after,
        unread_count,
        unread_mentions: await countMentions(view.tx, view.viewer.id, chat.id),
      };
    }
    case "pinned_chats":
      return { ...base, pinned_chats: await presentPinnedChats(view) };
    default:
      return event.body === "" ? base : { ...base, ...(JSON.parse(event.body) as object) };
  }
}

/** The chats pinned in the person's list, the topmost first, by the ids they know them by. */
export async function presentPinnedChats(view: View): Promise<number[]> {
  const chats = await pinnedChats(view.tx, view.viewer.id);
  return chats.map(({ shown_id }) => shown_id);
}
