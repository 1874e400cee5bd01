/** What keys and buttons of the composer do: send, save an edit, take up the last message, leave off. */
import type { Message } from "@heliogram/shared/wire.ts";
import { useEffect, useRef, type KeyboardEvent } from "react";
import { sentenceOf } from "../api/failure.ts";
import { useClient } from "../client/context.tsx";
import { wordsOf } from "../model/content.ts";
import { mayEdit } from "../model/may.ts";
import type { ChatRow, Draft } from "../store/state.ts";
import { useNotice } from "../ui/toasts.tsx";

interface ComposerActions {
  readonly write: (text: string) => void;
  readonly send: () => void;
  /** Lets go of what is answered or edited. */
  readonly leave: () => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLTextAreaElement>) => void;
}

/** Longer texts are sent in parts. */
const MAX_TEXT = 4096;

export function useComposer(row: ChatRow, draft: Draft): ComposerActions {
  const { drafts, outbox, messages, store } = useClient();
  const notify = useNotice();
  const chat_id = row.chat.id;
  const { text, reply_to, editing } = draft;
  useForcedReply(row);

  const write = (next: string) => {
    drafts.changeDraft(chat_id, (before) => ({ ...before, text: next }));
    if (next !== "" && !editing) messages.tellTyping(chat_id);
  };
  const leave = () => drafts.changeDraft(chat_id, (before) => ({ text: before.editing ? "" : before.text }));
  const send = () => {
    const words = text.trim();
    if (words === "") return;
    drafts.changeDraft(chat_id, () => ({ text: "" }));
    if (editing) {
      messages.editText(editing, words).catch((error: unknown) => notify(sentenceOf(error)));
      return;
    }
    for (const [index, part] of partsOf(words).entries()) {
      outbox.send(chat_id, { text: part, ...(reply_to && index === 0 ? { reply_to } : {}) });
    }
  };
  const editLast = () => {
    const { histories, me } = store.getState();
    const own = (message: Message) => mayEdit(message, message.from?.id === me?.user.id);
    const last = histories[chat_id]?.messages.findLast(own);
    if (last) drafts.changeDraft(chat_id, () => ({ text: wordsOf(last).text, editing: last }));
    return last !== undefined;
  };

  return {
    write,
    send,
    leave,
    onKeyDown(event) {
      // While a word is being composed, keys belong to the input method.
      if (event.nativeEvent.isComposing) return;
      if (event.key === "Enter" && !event.shiftKey && !isPhone()) {
        event.preventDefault();
        send();
      } else if (event.key === "ArrowUp" && text === "" && !editing) {
        if (editLast()) event.preventDefault();
      } else if (event.key === "Escape" && (editing || reply_to)) {
        event.preventDefault();
        leave();
      }
    },
  };
}

/** Where fingers type, Enter begins a new line and the button sends. */
function isPhone(): boolean {
  return matchMedia("(pointer: coarse)").matches && !matchMedia("(any-pointer: fine)").matches;
}

function partsOf(text: string): string[] {
  const characters = [...text];
  const parts: string[] = [];
  for (let at = 0; at < characters.length; at += MAX_TEXT) parts.push(characters.slice(at, at + MAX_TEXT).join(""));
  return parts;
}

/** A bot may ask for its last message to be answered. */
function useForcedReply({ chat: { id }, last_message }: ChatRow): void {
  const { drafts, store } = useClient();
  const asked = useRef<number>(undefined);
  useEffect(() => {
    const markup = last_message?.reply_markup;
    if (!last_message || !markup || !("force_reply" in markup) || asked.current === last_message.message_id) return;
    asked.current = last_message.message_id;
    if (last_message.from?.id === store.getState().me?.user.id) return;
    drafts.changeDraft(id, (draft) => (draft.editing ? draft : { ...draft, reply_to: last_message }));
  }, [drafts, id, last_message, store]);
}
