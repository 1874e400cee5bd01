/** Takes up what the person said last, to change it; while that is on its way, an older message is not what they mean. */
import type { Message } from "@heliogram/shared/wire.ts";
import { useEffect, useRef } from "react";
import { useClient } from "../client/context.tsx";
import { mayEditOwn } from "../model/may.ts";
import { draftToEdit, EMPTY_DRAFT } from "../store/drafts.ts";
import type { State } from "../store/state.ts";

export interface EditLast {
  /** @returns whether there is anything to take up, now or when it has arrived */
  readonly edit: () => boolean;
  /** The person goes on with something else. */
  readonly forget: () => void;
}

export function useEditLast(chat_id: number): EditLast {
  const { drafts, store } = useClient();
  /** The key of the message that is awaited. */
  const awaited = useRef<string>(undefined);

  useEffect(() => {
    const look = ({ histories, drafts: written, me }: State) => {
      const key = awaited.current;
      if (key === undefined) return;
      const arrived = histories[chat_id]?.messages.findLast(({ client_key }) => client_key === key);
      if (!arrived) return;
      awaited.current = undefined;
      const { text, editing } = written[chat_id] ?? EMPTY_DRAFT;
      if (text === "" && !editing && mayEditOwn(arrived, me?.user.id)) {
        drafts.changeDraft(chat_id, (draft) => draftToEdit(draft, arrived));
      }
    };
    return store.subscribe(look);
  }, [chat_id, drafts, store]);

  return {
    edit() {
      const { histories, outbox, me } = store.getState();
      const under_way = outbox.findLast((each) => each.chat_id === chat_id && each.state === "waiting");
      awaited.current = under_way?.key;
      if (under_way) return true;
      const own = (message: Message) => mayEditOwn(message, me?.user.id);
      const last = histories[chat_id]?.messages.findLast(own);
      if (last) drafts.changeDraft(chat_id, (draft) => draftToEdit(draft, last));
      return last !== undefined;
    },
    forget() {
      awaited.current = undefined;
    },
  };
}
