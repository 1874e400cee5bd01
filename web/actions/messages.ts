/** What a person does with messages that are there: changes, deletes, reads. */
import type { Message } from "@heliogram/shared/wire.ts";
import type { ParamsOf } from "../api/call.ts";
import { Refusal } from "../api/failure.ts";
import { showMessage } from "../live/events.ts";
import type { Styled } from "../model/markdown.ts";
import { changeChat } from "../store/chats.ts";
import type { ActionDeps } from "./deps.ts";

/** Others are told at most this often that the person is writing. */
const TYPING_MS = 4000;
/** Reading is told when it pauses, so that what is scrolled past is told once; and now and then while it goes on. */
const READ_PAUSE_MS = 250;
const READ_LATEST_MS = 1000;
/** The service deletes this many at a time. */
const MOST_DELETED = 100;

export interface MessageActions {
  /** @throws what the call throws */
  editText(message: Message, words: Styled): Promise<void>;
  /** Deletes messages of a chat for everybody. */
  deleteMessages(chat_id: number, message_ids: readonly number[]): Promise<void>;
  /** Shows messages in other chats, in their order. @throws what the first call throws that fails */
  forward(messages: readonly Message[], chat_ids: readonly number[], silent: boolean): Promise<void>;
  /** The person has seen everything up to this message. */
  markRead(chat_id: number, message_id: number): void;
  /** Others see that the person is writing, or what else they do. */
  tellTyping(chat_id: number, action?: ParamsOf<"setTyping">["action"]): void;
}

export function messageActions(deps: ActionDeps): MessageActions {
  const { api, store } = deps;
  return {
    async editText(message, words) {
      const { text } = words;
      const entities = [...words.entities];
      const place = { chat_id: message.chat.id, message_id: message.message_id };
      try {
        const edited =
          message.text === undefined
            ? await api.call("editMessageCaption", { ...place, caption: text, caption_entities: entities })
            : await api.call("editMessageText", { ...place, text, entities });
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
    markRead: reader(deps),
    tellTyping: typist(deps),
  };
}

/** The pointer moves on the screen at once, and is told of a little later, with where it has got to by then. */
function reader({ api, store, clock }: ActionDeps): MessageActions["markRead"] {
  const untold = new Map<number, { readonly since_ms: number; readonly callOff: () => void }>();
  return (chat_id, message_id) => {
    const row = store.getState().chats?.[chat_id];
    if (!row || row.read_up_to >= message_id) return;
    store.setState(changeChat(chat_id, (each) => ({ ...each, read_up_to: message_id })));
    const tell = () => {
      untold.delete(chat_id);
      const { read_up_to } = store.getState().chats?.[chat_id] ?? { read_up_to: message_id };
      api.call("readMessages", { chat_id, message_id: read_up_to }).catch(() => {});
    };
    const now_ms = clock.now_ms();
    const before = untold.get(chat_id);
    before?.callOff();
    const since_ms = before?.since_ms ?? now_ms;
    const pause_ms = Math.min(READ_PAUSE_MS, Math.max(0, since_ms + READ_LATEST_MS - now_ms));
    untold.set(chat_id, { since_ms, callOff: clock.after(pause_ms, tell) });
  };
}

function typist({ api, clock }: ActionDeps): MessageActions["tellTyping"] {
  const told = new Map<number, number>();
  return (chat_id, action) => {
    const now = clock.now_ms();
    if (now - (told.get(chat_id) ?? 0) < TYPING_MS) return;
    told.set(chat_id, now);
    api.call("setTyping", action === undefined ? { chat_id } : { chat_id, action }).catch(() => {});
  };
}
