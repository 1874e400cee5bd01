/** What a person does with messages that are there: changes, deletes, forwards. */
import type { Message } from "@heliogram/shared/wire.ts";
import type { ParamsOf } from "../api/call.ts";
import { Refusal } from "../api/failure.ts";
import { showMessage } from "../live/events.ts";
import type { Place } from "../ports/place.ts";
import type { Styled } from "../model/markdown.ts";
import type { ActionDeps } from "./deps.ts";

/** Others are told at most this often that the person is still doing the same, and forget it of themselves after that. */
const TYPING_MS = 4000;
const FORGOTTEN_MS = 6000;
/** The service deletes this many at a time. */
const MOST_DELETED = 100;

export interface MessageActions {
  /** @throws what the call throws */
  editText(message: Message, words: Styled): Promise<void>;
  /** Deletes messages of a chat for everybody. */
  deleteMessages(chat_id: number, message_ids: readonly number[]): Promise<void>;
  /** Shows messages in other chats, in their order. @throws what the first call throws that fails */
  forward(messages: readonly Message[], chat_ids: readonly number[], silent: boolean): Promise<void>;
  /** Gives the person's own number to a chat; `message_id` names the message whose keyboard asked for it. */
  sendOwnContact(chat_id: number, phone_number: string, message_id: number): Promise<void>;
  /** Gives a place to a chat, as an answer to the message whose keyboard asked for it. */
  sendLocation(chat_id: number, place: Place, message_id: number): Promise<void>;
  /** Others see that the person is writing, or what else they do; with `cancel`, that they no longer do. */
  tellTyping(chat_id: number, action?: ParamsOf<"setTyping">["action"]): void;
}

export function messageActions(deps: ActionDeps): MessageActions {
  const { api, store } = deps;
  return {
    async editText(message, words) {
      const { text } = words;
      const entities = [...words.entities];
      // What is left out goes: what a bot gave its post stays when somebody else edits it.
      const { reply_markup, show_caption_above_media, link_preview_options } = message;
      const markup = reply_markup ? { reply_markup } : {};
      const place = { chat_id: message.chat.id, message_id: message.message_id, ...markup };
      const above = show_caption_above_media ? { show_caption_above_media } : {};
      const preview = link_preview_options ? { link_preview_options } : {};
      try {
        const edited =
          message.text === undefined
            ? await api.call("editMessageCaption", { ...place, ...above, caption: text, caption_entities: entities })
            : await api.call("editMessageText", { ...place, ...preview, text, entities });
        showMessage(store, place.chat_id, edited);
      } catch (error) {
        if (!(error instanceof Refusal) || error.reason !== "NOT_MODIFIED") throw error;
      }
    },
    async deleteMessages(chat_id, message_ids) {
      for (let at = 0; at < message_ids.length; at += MOST_DELETED) {
        await api.call("deleteMessages", { chat_id, message_ids: message_ids.slice(at, at + MOST_DELETED) });
      }
    },
    async forward(messages, chat_ids, silent) {
      const how = silent ? { disable_notification: true } : {};
      for (const chat_id of chat_ids) {
        for (const { chat, message_id } of messages) {
          const params = { chat_id, from_chat_id: chat.id, message_id, ...how };
          showMessage(store, chat_id, await api.call("forwardMessage", params, { key: deps.newKey() }));
        }
      }
    },
    async sendOwnContact(chat_id, phone_number, message_id) {
      const { first_name } = store.getState().me!.user;
      const params = { chat_id, phone_number, first_name, is_own: true, ...answering(message_id) };
      showMessage(store, chat_id, await api.call("sendContact", params, { key: deps.newKey() }));
    },
    async sendLocation(chat_id, place, message_id) {
      const params = { chat_id, ...place, ...answering(message_id) };
      showMessage(store, chat_id, await api.call("sendLocation", params, { key: deps.newKey() }));
    },
    tellTyping: typist(deps),
  };
}

/** The question may be gone by the time it is answered. */
function answering(message_id: number) {
  return { reply_to_message_id: message_id, allow_sending_without_reply: true };
}

function typist({ api, clock }: ActionDeps): MessageActions["tellTyping"] {
  const told = new Map<number, { readonly action: string | undefined; readonly at_ms: number }>();
  return (chat_id, action) => {
    const at_ms = clock.now_ms();
    const last = told.get(chat_id);
    if (last && last.action === action && at_ms - last.at_ms < TYPING_MS) return;
    if (action === "cancel" && (!last || last.action === action || at_ms - last.at_ms >= FORGOTTEN_MS)) return;
    told.set(chat_id, { action, at_ms });
    api.call("setTyping", action === undefined ? { chat_id } : { chat_id, action }).catch(() => {});
  };
}
