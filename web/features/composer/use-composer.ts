/** The actions of the composer: sending, saving an edit, editing the last message, cancelling. */
import { useEffect, useRef, type KeyboardEvent } from "react";
import { isOfInputMethod } from "../../core/model/keyboard/composition.ts";
import { useClient, useClientState } from "../../core/client/context.tsx";
import { usePlace } from "../../core/client/use-place.ts";
import type { Message } from "@heliogram/shared/wire.ts";
import type { FormattedText } from "../../core/model/text/markdown.ts";
import { isIn } from "../../core/model/chats/place.ts";
import { needsMarkdown, readTyped } from "../../core/model/text/typed-text.ts";
import { isAddressedTo } from "../../core/model/messages/reply-keyboard.ts";
import { firstLink, isPreviewOff } from "../../core/model/messages/link-preview.ts";
import { replyTarget } from "../../core/model/messages/quote.ts";
import { isPressed } from "../../core/model/keyboard/shortcuts.ts";
import { splitText } from "../../core/model/text/split-text.ts";
import { startReply, cancelEditOrReply, hasMarkdown } from "../../core/store/drafts.ts";
import type { ChatDetails, Draft } from "../../core/store/state.ts";
import { isTouchOnly } from "./is-touch-only.ts";
import { useEditLast } from "./use-edit-last.ts";
import { useSaveEdit } from "./use-save-edit.ts";

export interface ComposerActions {
  readonly write: (text: string) => void;
  readonly send: (how?: { readonly silent?: boolean }) => void;
  /** Sends a command at once; the text in the field is discarded. */
  readonly sendCommand: (command: string) => void;
  /** Cancels the reply or edit. */
  readonly clearContext: () => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLTextAreaElement>) => void;
}

export function useComposer(row: ChatDetails, draft: Draft): ComposerActions {
  const { drafts, outbox, messages, store } = useClient();
  const place = usePlace(row.chat.id);
  const { text, editing } = draft;
  useForcedReply(row);
  const last = useEditLast(place);
  const save = useSaveEdit(place, draft);
  /** What was typed for the messages that were sent last, if its marks became formats. */
  const typed = useRef<{ readonly keys: readonly string[]; readonly text: string }>(undefined);

  const write = (next: string) => {
    last.cancel();
    typed.current = undefined;
    drafts.changeDraft(place, (before) => ({ ...before, text: next }));
    if (!editing) messages.sendChatAction(place, next === "" ? "cancel" : undefined);
  };
  const clearContext = () => drafts.changeDraft(place, cancelEditOrReply);
  const send: ComposerActions["send"] = ({ silent = false } = {}) => {
    const styled = readTyped(text.trim(), hasMarkdown(store.getState(), draft));
    if (styled.text.trim() === "") return;
    if (editing) {
      save(styled);
      return;
    }
    drafts.changeDraft(place, () => ({ text: "" }));
    const keys = splitText(styled).map((part, index) => {
      const options = { ...(silent ? { silent } : {}), ...previewChoice(draft, part) };
      return outbox.send(place, { ...part, ...(index === 0 ? replyTarget(draft) : {}), ...options });
    });
    const isRich = styled.rich_source !== undefined;
    const isMarked = isRich || styled.text !== text.trim() || needsMarkdown(styled.entities);
    typed.current = isMarked ? { keys, text: text.trim() } : undefined;
  };
  const undo = () => {
    if (!typed.current) return false;
    last.undo(typed.current.keys, typed.current.text);
    typed.current = undefined;
    return true;
  };
  const onKeyDown = useKeys({ draft, send, clearContext, editLast: last.edit, undo });
  return {
    write,
    send,
    clearContext,
    sendCommand(command) {
      drafts.changeDraft(place, () => ({ text: "" }));
      outbox.send(place, { text: command, ...replyTarget(draft) });
    },
    onKeyDown,
  };
}

/** Whether a part of the text is sent without a preview. */
function previewChoice(draft: Draft, part: FormattedText): { readonly no_preview?: true } {
  return draft.no_preview && isPreviewOff(draft, firstLink(part)) ? { no_preview: true } : {};
}

interface KeysInput extends Pick<ComposerActions, "send" | "clearContext"> {
  readonly draft: Draft;
  readonly editLast: () => boolean;
  /** @returns whether there is something to undo */
  readonly undo: () => boolean;
}

function useKeys({ draft, send, clearContext, editLast, undo }: KeysInput): ComposerActions["onKeyDown"] {
  const { text, editing, reply_to } = draft;
  return (event) => {
    // While text is being composed, key events belong to the input method.
    if (isOfInputMethod(event.nativeEvent)) return;
    const pressed = (name: "send" | "edit_last" | "undo_marks" | "leave_reply") => isPressed(event.nativeEvent, name);
    // On touch devices, Enter starts a new line.
    if (pressed("send") && !isTouchOnly()) {
      event.preventDefault();
      send();
    } else if (pressed("edit_last") && text === "" && !editing) {
      if (editLast()) event.preventDefault();
    } else if (pressed("undo_marks") && text === "" && !editing) {
      if (undo()) event.preventDefault();
    } else if (pressed("leave_reply") && (editing || reply_to)) {
      event.preventDefault();
      clearContext();
    }
  };
}

/** Replies to a bot's message that requests it with `force_reply`. */
function useForcedReply({ chat: { id } }: ChatDetails): void {
  const place = usePlace(id);
  const forceReply = useClientState((state) => forceReplyIn(state.chats?.[id]?.last_message));
  const { drafts, store } = useClient();
  const handledId = useRef<number>(undefined);
  useEffect(() => {
    if (!forceReply || handledId.current === forceReply.message_id) return;
    handledId.current = forceReply.message_id;
    const me = store.getState().me?.user;
    if (!me || forceReply.from?.id === me.id || !isAddressedTo(forceReply, me)) return;
    if (!isIn(place, forceReply)) return;
    drafts.changeDraft(place, (draft) => (draft.editing ? draft : startReply(draft, forceReply)));
  }, [drafts, place, forceReply, store]);
}

/** The message, if it requests a reply. */
function forceReplyIn(message: Message | undefined): Message | undefined {
  const markup = message?.reply_markup;
  return markup && "force_reply" in markup ? message : undefined;
}
