/** What keys and buttons of the composer do: send, save an edit, take up the last message, leave off. */
import { useEffect, useRef, type KeyboardEvent } from "react";
import { useClient, useClientState } from "../client/context.tsx";
import type { Message } from "@heliogram/shared/wire.ts";
import { readMarkdown } from "../model/markdown.ts";
import { isMeantFor } from "../model/reply-keyboard.ts";
import { answeringOf } from "../model/quote.ts";
import { isPressed } from "../model/shortcuts.ts";
import { splitText } from "../model/split.ts";
import { draftToReply, leftDraft } from "../store/drafts.ts";
import type { ChatDetails, Draft } from "../store/state.ts";
import { onPhone } from "./on-phone.ts";
import { useEditLast } from "./use-edit-last.ts";
import { useSaveEdit } from "./use-save-edit.ts";

export interface ComposerActions {
  readonly write: (text: string) => void;
  readonly send: (how?: { readonly silent?: boolean }) => void;
  /** Sends a command at once, whatever is written. */
  readonly sendCommand: (command: string) => void;
  /** Lets go of what is answered or edited. */
  readonly leave: () => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLTextAreaElement>) => void;
}

export function useComposer(row: ChatDetails, draft: Draft): ComposerActions {
  const { drafts, outbox, messages } = useClient();
  const chat_id = row.chat.id;
  const { text, editing } = draft;
  useForcedReply(row);
  const last = useEditLast(chat_id);
  const save = useSaveEdit(chat_id, draft);

  const write = (next: string) => {
    last.forget();
    drafts.changeDraft(chat_id, (before) => ({ ...before, text: next }));
    if (!editing) messages.tellTyping(chat_id, next === "" ? "cancel" : undefined);
  };
  const leave = () => drafts.changeDraft(chat_id, leftDraft);
  const send: ComposerActions["send"] = ({ silent = false } = {}) => {
    const words = readMarkdown(text.trim());
    if (words.text.trim() === "") return;
    if (editing) {
      save(editing, words);
      return;
    }
    drafts.changeDraft(chat_id, () => ({ text: "" }));
    for (const [index, part] of splitText(words).entries()) {
      outbox.send(chat_id, {
        ...part,
        ...(index === 0 ? answeringOf(draft) : {}),
        ...(silent ? { silent } : {}),
      });
    }
  };
  const onKeyDown = useKeys({ draft, send, leave, editLast: last.edit });
  return {
    write,
    send,
    leave,
    sendCommand(command) {
      drafts.changeDraft(chat_id, () => ({ text: "" }));
      outbox.send(chat_id, { text: command, ...answeringOf(draft) });
    },
    onKeyDown,
  };
}

interface KeysInput extends Pick<ComposerActions, "send" | "leave"> {
  readonly draft: Draft;
  readonly editLast: () => boolean;
}

function useKeys({ draft, send, leave, editLast }: KeysInput): ComposerActions["onKeyDown"] {
  const { text, editing, reply_to } = draft;
  return (event) => {
    // While a word is being composed, keys belong to the input method.
    if (event.nativeEvent.isComposing) return;
    const is = (name: "send" | "edit_last" | "leave_reply") => isPressed(event.nativeEvent, name);
    // Where fingers type, Enter begins a new line and the button sends.
    if (is("send") && !onPhone()) {
      event.preventDefault();
      send();
    } else if (is("edit_last") && text === "" && !editing) {
      if (editLast()) event.preventDefault();
    } else if (is("leave_reply") && (editing || reply_to)) {
      event.preventDefault();
      leave();
    }
  };
}

/** A bot may ask for its last message to be answered. */
function useForcedReply({ chat: { id } }: ChatDetails): void {
  const asking = useClientState((state) => askingIn(state.chats?.[id]?.last_message));
  const { drafts, store } = useClient();
  const asked = useRef<number>(undefined);
  useEffect(() => {
    if (!asking || asked.current === asking.message_id) return;
    asked.current = asking.message_id;
    const me = store.getState().me?.user;
    if (!me || asking.from?.id === me.id || !isMeantFor(asking, me)) return;
    drafts.changeDraft(id, (draft) => (draft.editing ? draft : draftToReply(draft, asking)));
  }, [drafts, id, asking, store]);
}

/** The message itself, if it asks to be answered. */
function askingIn(message: Message | undefined): Message | undefined {
  const markup = message?.reply_markup;
  return markup && "force_reply" in markup ? message : undefined;
}
