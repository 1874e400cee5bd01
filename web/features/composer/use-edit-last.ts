/**
 * Edits the user's last message. If that is still being sent, the edit starts when it arrives, rather than with an
 * older message.
 */
import type { Message } from "@heliogram/shared/wire.ts";
import { useEffect, useRef } from "react";
import { useClient } from "../../core/client/context.tsx";
import { canEditOwn } from "../../core/model/rights/message-permissions.ts";
import { startEditing, EMPTY_DRAFT } from "../../core/store/drafts.ts";
import type { State } from "../../core/store/state.ts";

export interface EditLast {
  /** @returns whether there is a message to edit, now or once it has arrived */
  readonly edit: () => boolean;
  /** Called when the user starts to do something else. */
  readonly cancel: () => void;
}

export function useEditLast(chat_id: number): EditLast {
  const { drafts, store } = useClient();
  /** The key of the message being sent that will be edited. */
  const awaited = useRef<string>(undefined);

  useEffect(() => {
    const check = ({ histories, drafts: written, me }: State) => {
      const key = awaited.current;
      if (key === undefined) return;
      const arrived = histories[chat_id]?.messages.findLast(({ client_key }) => client_key === key);
      if (!arrived) return;
      awaited.current = undefined;
      const { text, editing } = written[chat_id] ?? EMPTY_DRAFT;
      if (text === "" && !editing && canEditOwn(arrived, me?.user.id)) {
        drafts.changeDraft(chat_id, (draft) => startEditing(draft, arrived));
      }
    };
    return store.subscribe(check);
  }, [chat_id, drafts, store]);

  return {
    edit() {
      const { histories, outbox, me } = store.getState();
      const pending = outbox.findLast((each) => each.chat_id === chat_id && each.state === "waiting");
      awaited.current = pending?.key;
      if (pending) return true;
      const own = (message: Message) => canEditOwn(message, me?.user.id);
      const last = histories[chat_id]?.messages.findLast(own);
      if (last) drafts.changeDraft(chat_id, (draft) => startEditing(draft, last));
      return last !== undefined;
    },
    cancel() {
      awaited.current = undefined;
    },
  };
}
