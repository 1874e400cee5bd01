/** A person's settings for the chats of their own list. The result arrives on all their screens as an event. */
import { updateChat } from "../store/chats.ts";
import type { ActionDeps } from "./deps.ts";

export interface ChatSettingActions {
  /** Mutes a chat for this many seconds, or until it is unmuted. */
  mute(chat_id: number, for_s?: number): Promise<void>;
  unmute(chat_id: number): Promise<void>;
  archive(chat_id: number, archived: boolean): Promise<void>;
  pinInList(chat_id: number, pinned: boolean): Promise<void>;
  markUnread(chat_id: number): Promise<void>;
  /** Removes the "marked as unread" mark without reading messages. */
  unmark(chat_id: number): Promise<void>;
  /** Marks all messages of the chat as read. */
  markAllRead(chat_id: number): Promise<void>;
}

export function chatSettingActions({ api, store, clock }: ActionDeps): ChatSettingActions {
  return {
    async mute(chat_id, for_s) {
      const until = for_s === undefined ? {} : { until_date: Math.floor(clock.now_ms() / 1000) + for_s };
      await api.call("muteChat", { chat_id, ...until });
    },
    async unmute(chat_id) {
      await api.call("unmuteChat", { chat_id });
    },
    async archive(chat_id, archived) {
      await api.call(archived ? "archiveChat" : "unarchiveChat", { chat_id });
    },
    async pinInList(chat_id, pinned) {
      await api.call(pinned ? "pinChatInList" : "unpinChatInList", { chat_id });
    },
    async markUnread(chat_id) {
      await api.call("markUnread", { chat_id });
    },
    async unmark(chat_id) {
      const read_up_to = store.getState().chats?.[chat_id]?.read_up_to ?? 0;
      await api.call("readMessages", { chat_id, message_id: Math.max(1, read_up_to) });
    },
    async markAllRead(chat_id) {
      const row = store.getState().chats?.[chat_id];
      const message_id = Math.max(row?.last_message?.message_id ?? 0, row?.read_up_to ?? 0, 1);
      await api.call("readMessages", { chat_id, message_id });
      store.setState(updateChat(chat_id, (each) => ({ ...each, read_up_to: Math.max(each.read_up_to, message_id) })));
    },
  };
}
