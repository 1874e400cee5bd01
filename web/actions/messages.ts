/** What a person does with messages that are there: changes, deletes, reads. */
import type { Message } from "@heliogram/shared/wire.ts";
import type { ParamsOf } from "../api/call.ts";
import { Refusal } from "../api/failure.ts";
import { showMessage } from "../live/events.ts";
import { changeChat } from "../store/chats.ts";
import type { ActionDeps } from "./deps.ts";

/** Others are told at most this often that the person is writing. */
const TYPING_MS = 4000;
/** Reading is told once for what is scrolled past within this time. */
const READ_PAUSE_MS = 250;

export interface MessageActions {
  /** @throws what the call throws */
  editText(message: Message, text: string): Promise<void>;
  deleteMessage(chat_id: number, message_id: number): Promise<void>;
  /** The person has seen everything up to this message. */
  markRead(chat_id: number, message_id: number): void;
  /** Others see that the person is writing, or what else they do. */
  tellTyping(chat_id: number, action?: ParamsOf<"setTyping">["action"]): void;
}

export function messageActions(deps: ActionDeps): MessageActions {
  const { api, store } = deps;
  return {
    async editText(message, text) {
      const place = { chat_id: message.chat.id, message_id: message.message_id };
      try {
        const edited =
          message.text === undefined
            ? await api.call("editMessageCaption", { ...place, caption: text })
            : await api.call("editMessageText", { ...place, text });
        showMessage(store, place.chat_id, edited);
      } catch (error) {
        if (!(error instanceof Refusal) || error.reason !== "NOT_MODIFIED") throw error;
      }
    },
    async deleteMessage(chat_id, message_id) {
      await api.call("deleteMessage", { chat_id, message_id });
    },
    markRead: reader(deps),
    tellTyping: typist(deps),
  };
}

/** The pointer moves on the screen at once, and is told of when scrolling pauses. */
function reader({ api, store, clock }: ActionDeps): MessageActions["markRead"] {
  const callOffs = new Map<number, () => void>();
  return (chat_id, message_id) => {
    const row = store.getState().chats?.[chat_id];
    if (!row || row.read_up_to >= message_id) return;
    store.setState(changeChat(chat_id, (each) => ({ ...each, read_up_to: message_id })));
    callOffs.get(chat_id)?.();
    const tell = () => {
      callOffs.delete(chat_id);
      const { read_up_to } = store.getState().chats?.[chat_id] ?? { read_up_to: message_id };
      api.call("readMessages", { chat_id, message_id: read_up_to }).catch(() => {});
    };
    callOffs.set(chat_id, clock.after(READ_PAUSE_MS, tell));
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
