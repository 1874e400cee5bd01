/**
 * Edits the user's last message, as it is or as it was typed. If that is still being sent, the edit starts when it
 * arrives, rather than with an older message.
 */
import type { Message } from "@heliogram/shared/wire.ts";
import { useEffect, useRef } from "react";
import { useClient } from "../../core/client/context.tsx";
import type { Place } from "../../core/model/chats/place.ts";
import { isOutgoingIn } from "../../core/model/messages/outgoing.ts";
import { canEditOwn } from "../../core/model/rights/message-permissions.ts";
import { startEditing, undoMarks, EMPTY_DRAFT, type MessagesOfText } from "../../core/store/drafts.ts";
import type { Draft, State } from "../../core/store/state.ts";

export interface EditLast {
  /** @returns whether there is a message to edit, now or once it has arrived */
  readonly edit: () => boolean;
  /**
   * Turns a text that was just sent back into what was typed, with its marks as characters.
   * @param keys - the keys of its messages
   */
  readonly undo: (keys: readonly string[], typed: string) => void;
  /** Called when the user starts to do something else. */
  readonly cancel: () => void;
}

/** How an edit begins. */
type Begin = (draft: Draft, messages: MessagesOfText) => Draft;

export function useEditLast(place: Place): EditLast {
  const { drafts, store } = useClient();
  /** The keys of the messages being sent that will be edited, and how the edit begins. */
  const awaited = useRef<{ readonly keys: readonly string[]; readonly begin: Begin }>(undefined);
  const edit: Begin = (draft, [message]) => startEditing(draft, message, store.getState().markdown);

  const check = useRef<(state: State) => void>(() => {});
  useEffect(() => {
    check.current = ({ histories, drafts: written, me }: State) => {
      if (!awaited.current) return;
      const { keys, begin } = awaited.current;
      const arrived = messagesWithKeys(histories[place]?.messages ?? [], keys);
      if (!arrived) return;
      awaited.current = undefined;
      const { text, editing } = written[place] ?? EMPTY_DRAFT;
      if (text === "" && !editing && arrived.every((message) => canEditOwn(message, me?.user.id))) {
        drafts.changeDraft(place, (draft) => begin(draft, arrived));
      }
    };
    return store.subscribe((state) => check.current(state));
  }, [place, drafts, store]);

  return {
    edit() {
      const { histories, outbox, me } = store.getState();
      const pending = outbox.findLast((each) => isOutgoingIn(place, each) && each.state === "waiting");
      awaited.current = pending && { keys: [pending.key], begin: edit };
      if (pending) return true;
      const own = (message: Message) => canEditOwn(message, me?.user.id);
      const last = histories[place]?.messages.findLast(own);
      if (last) drafts.changeDraft(place, (draft) => edit(draft, [last]));
      return last !== undefined;
    },
    undo(keys, typed) {
      awaited.current = { keys, begin: (draft, messages) => undoMarks(draft, messages, typed) };
      check.current(store.getState());
    },
    cancel() {
      awaited.current = undefined;
    },
  };
}

/** @returns `undefined` unless all of them have arrived */
function messagesWithKeys(messages: readonly Message[], keys: readonly string[]): MessagesOfText | undefined {
  const [first, ...rest] = keys.flatMap((key) => messages.findLast(({ client_key }) => client_key === key) ?? []);
  return first && rest.length === keys.length - 1 ? [first, ...rest] : undefined;
}
