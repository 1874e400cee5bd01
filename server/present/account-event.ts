/** One event of a person's own stream as their screens get it. */
import { shownId } from "../domain/chats.ts";
import { findSettings, pinnedChats } from "../store/chat-settings.ts";
import { findChat } from "../store/chats.ts";
import { countUnread, readUpTo } from "../store/history.ts";
import { countMentions } from "../store/mentions.ts";
import type { EventRow } from "../store/streams.ts";
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
      const read_up_to = await readUpTo(view.tx, chat.id, view.viewer.id);
      return {
        ...base,
        chat_id: shownId(chat, view.viewer.id),
        read_up_to,
        unread_count: await countUnread(view.tx, chat.id, view.viewer.id, read_up_to),
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
  const shown: number[] = [];
  for (const id of await pinnedChats(view.tx, view.viewer.id)) {
    const chat = await findChat(view.tx, id);
    if (chat) shown.push(shownId(chat, view.viewer.id));
  }
  return shown;
}
