/** Opens and joins chats: with a person, with a bot, by an invite link, by a user name. */
import { applyMessage } from "../live/apply-event.ts";
import { addChat } from "../store/chats.ts";
import type { ActionDeps } from "./deps.ts";

export interface ChatActions {
  /** Opens the private chat with a person and creates it if needed. @returns the chat's id */
  openChat(user_id: number): Promise<number>;
  startBot(user_id: number, payload?: string): Promise<void>;
  /** Blocks or unblocks a person from writing to the current user. */
  block(user_id: number, blocked: boolean): Promise<void>;
  /** @returns the chat's id */
  joinChat(by: { readonly username: string } | { readonly invite_link: string }): Promise<number>;
}

export function chatActions({ api, store }: ActionDeps): ChatActions {
  return {
    async openChat(user_id) {
      const row = await api.call("openChat", { user_id });
      store.setState(addChat(row));
      return row.chat.id;
    },
    async startBot(user_id, payload) {
      const message = await api.call("startBot", payload === undefined ? { user_id } : { user_id, payload });
      applyMessage(store, user_id, message);
    },
    async block(user_id, blocked) {
      await api.call(blocked ? "blockUser" : "unblockUser", { user_id });
    },
    async joinChat(by) {
      const row = await api.call("joinChat", by);
      store.setState(addChat(row));
      return row.chat.id;
    },
  };
}
