/** Sharing users and chats by a button of a bot's keyboard. */
import type { SharableChat } from "@heliogram/shared/wire.ts";
import { applyMessage } from "../live/apply-event.ts";
import type { ActionDeps } from "./deps.ts";

/** The button of a keyboard: its bot, the message, and the id of the request. */
export interface RequestButton {
  readonly bot_id: number;
  readonly message_id: number;
  readonly request_id: number;
}

export interface SharingActions {
  /** @throws what the call throws */
  shareUsers(button: RequestButton, user_ids: readonly number[]): Promise<void>;
  /** Adds the bot and gives it rights, where the button asks for that, and shares the chat. @throws what a call throws */
  shareChat(button: RequestButton, chosen: SharableChat): Promise<void>;
}

export function sharingActions({ api, store }: ActionDeps): SharingActions {
  return {
    async shareUsers(button, user_ids) {
      applyMessage(store, button.bot_id, await api.call("shareUsers", { ...button, user_ids: [...user_ids] }));
    },
    async shareChat(button, { chat: { id: chat_id }, adds_bot, grants_rights }) {
      const { bot_id } = button;
      if (adds_bot) await api.call("addMember", { chat_id, user_id: bot_id });
      if (grants_rights) await api.call("promoteChatMember", { chat_id, user_id: bot_id, ...grants_rights });
      applyMessage(store, bot_id, await api.call("shareChat", { ...button, shared_chat_id: chat_id }));
    },
  };
}
