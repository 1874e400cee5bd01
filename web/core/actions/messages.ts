/** Actions on existing messages: edit, delete, forward; and sending contacts and chat actions. */
import { MAX_DELETED_MESSAGES, MAX_FORWARDED_MESSAGES } from "@heliogram/shared/limits.ts";
import type { Message } from "@heliogram/shared/wire.ts";
import type { ParamsOf } from "../api/api.ts";
import { ApiError } from "../api/errors.ts";
import { applyMessage } from "../live/apply-event.ts";
import { placeParams, sendingParams, type Place } from "../model/chats/place.ts";
import type { FormattedText } from "../model/text/markdown.ts";
import type { StreamedDraft } from "../model/messages/streamed-draft.ts";
import { endStreamedDraft } from "../store/streamed-drafts.ts";
import type { ActionDeps } from "./deps.ts";

/**
 * An ongoing chat action is repeated at this interval; clients drop it when it has not been repeated for `EXPIRY_MS`.
 */
const REPEAT_MS = 4000;
const EXPIRY_MS = 6000;

export interface MessageActions {
  /**
   * @param no_preview - whether the text is to have no preview of its link
   * @throws what the call throws
   */
  editText(message: Message, content: FormattedText, no_preview: boolean): Promise<void>;
  /** Deletes messages of a chat for everybody. */
  deleteMessages(chat_id: number, message_ids: readonly number[]): Promise<void>;
  /** Forwards messages to other chats and topics, in the order of their ids; albums stay albums. @throws the error of the first call that fails */
  forward(messages: readonly Message[], places: readonly Place[], silent: boolean): Promise<void>;
  /** Sends the person's own phone number to a chat; `message_id` is the message whose keyboard requested it. */
  sendOwnContact(chat_id: number, phone_number: string, message_id: number): Promise<void>;
  /** Stops what a bot is writing. @throws what the call throws */
  stopStreamedDraft(draft: StreamedDraft): Promise<void>;
  /** Shows others that the person is typing or performs another action; `cancel` ends it. */
  sendChatAction(place: Place, action?: ParamsOf<"setTyping">["action"]): void;
  /** To be called when a message of the person has been sent: it ended the chat action that others saw. */
  forgetChatAction(place: Place): void;
}

export function messageActions(deps: ActionDeps): MessageActions {
  const { api, store } = deps;
  return {
    async editText(message, content, no_preview) {
      const { text } = content;
      const entities = [...content.entities];
      // An edit removes the fields that it omits, so the keyboard and the display options of a bot's post are sent
      // along.
      const { reply_markup, show_caption_above_media } = message;
      const markup = reply_markup ? { reply_markup } : {};
      const place = { chat_id: message.chat.id, message_id: message.message_id, ...markup };
      const above = show_caption_above_media ? { show_caption_above_media } : {};
      const preview = previewOptions(message, no_preview);
      const edit = () => {
        if (message.text === undefined) {
          return api.call("editMessageCaption", { ...place, ...above, caption: text, caption_entities: entities });
        }
        if (content.rich_source === undefined)
          return api.call("editMessageText", { ...place, ...preview, text, entities });
        return api.call("editMessageText", { ...place, rich_message: { markdown: content.rich_source } });
      };
      try {
        const edited = await edit();
        applyMessage(store, place.chat_id, edited);
      } catch (error) {
        if (!(error instanceof ApiError) || error.reason !== "NOT_MODIFIED") throw error;
      }
    },
    async deleteMessages(chat_id, message_ids) {
      for (let at = 0; at < message_ids.length; at += MAX_DELETED_MESSAGES) {
        await api.call("deleteMessages", { chat_id, message_ids: message_ids.slice(at, at + MAX_DELETED_MESSAGES) });
      }
    },
    forward: forwarder(deps),
    async sendOwnContact(chat_id, phone_number, message_id) {
      const { first_name } = store.getState().me!.user;
      const reply = { reply_to_message_id: message_id, allow_sending_without_reply: true };
      const params = { chat_id, phone_number, first_name, is_own: true, ...reply };
      applyMessage(store, chat_id, await api.call("sendContact", params, { key: deps.newKey() }));
    },
    async stopStreamedDraft({ chat_id, message_thread_id, user, draft_id }) {
      const place = { chat_id, ...(message_thread_id !== undefined && { message_thread_id }), draft_id };
      const isStopped = await api.call("stopMessageGeneration", { ...place, bot_id: user.id });
      // It has ended already: the frame that says so may be late.
      if (!isStopped) store.setState(endStreamedDraft({ ...place, user_id: user.id }));
    },
    ...chatActionSender(deps),
  };
}

function forwarder(deps: ActionDeps): MessageActions["forward"] {
  const { api, store } = deps;
  return async (messages, places, silent) => {
    const how = silent ? { disable_notification: true } : {};
    for (const place of places) {
      const to = sendingParams(place);
      for (const part of forwardedTogether(messages)) {
        const [first, ...more] = part;
        const from_chat_id = first.chat.id;
        const options = { key: deps.newKey() };
        if (more.length === 0) {
          const params = { ...to, from_chat_id, message_id: first.message_id, ...how };
          applyMessage(store, to.chat_id, await api.call("forwardMessage", params, options));
        } else {
          const message_ids = part.map(({ message_id }) => message_id);
          await api.call("forwardMessages", { ...to, from_chat_id, message_ids, ...how }, options);
        }
      }
    }
  };
}

/** The messages that one call forwards: of one chat, in the order of their ids, so that albums stay albums. */
function forwardedTogether(messages: readonly Message[]): (readonly [Message, ...Message[]])[] {
  const parts: [Message, ...Message[]][] = [];
  for (const of_chat of Map.groupBy(messages, ({ chat }) => chat.id).values()) {
    const sorted = of_chat.toSorted((a, b) => a.message_id - b.message_id);
    for (let at = 0; at < sorted.length; at += MAX_FORWARDED_MESSAGES)
      parts.push(sorted.slice(at, at + MAX_FORWARDED_MESSAGES) as [Message, ...Message[]]);
  }
  return parts;
}

/** The options of the preview after an edit. An address that was found in the text before is found anew. */
function previewOptions({ link_preview_options: before = {}, web_page, text = "" }: Message, no_preview: boolean) {
  const { is_disabled: _before, url, ...wishes } = before;
  const isOfText = url === undefined || url === web_page?.url || text.includes(url.replace(/^https?:\/\//, ""));
  const options = { ...wishes, ...(isOfText ? {} : { url }), ...(no_preview ? { is_disabled: true as const } : {}) };
  return Object.keys(options).length > 0 ? { link_preview_options: options } : {};
}

function chatActionSender({ api, clock }: ActionDeps): Pick<MessageActions, "sendChatAction" | "forgetChatAction"> {
  const lastSent = new Map<Place, { readonly action: string | undefined; readonly at_ms: number }>();
  return {
    sendChatAction(place, action) {
      const at_ms = clock.now_ms();
      const last = lastSent.get(place);
      if (last && last.action === action && at_ms - last.at_ms < REPEAT_MS) return;
      if (action === "cancel" && (!last || last.action === action || at_ms - last.at_ms >= EXPIRY_MS)) return;
      lastSent.set(place, { action, at_ms });
      api.call("setTyping", { ...placeParams(place), ...(action === undefined ? {} : { action }) }).catch(() => {});
    },
    forgetChatAction: (place) => void lastSent.delete(place),
  };
}
