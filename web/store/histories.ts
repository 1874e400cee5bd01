/** Changes of the stretches of chats that are held. */
import type { Message } from "@heliogram/shared/wire.ts";
import { withMessage, withoutMessage, type History } from "../model/history.ts";
import { partKey } from "../model/outgoing.ts";
import { withEntry } from "./records.ts";
import type { Change, State } from "./state.ts";

export function setHistory(chat_id: number, history: History): Change {
  return ({ histories }) => ({ histories: { ...histories, [chat_id]: history } });
}

/** Lets go of a stretch: it is read anew when it is looked at. */
export function dropHistory(chat_id: number): Change {
  return ({ histories }) => {
    const { [chat_id]: _, ...rest } = histories;
    return { histories: rest };
  };
}

/** Changes a stretch, if it is held. */
export function changeHistory(chat_id: number, change: (history: History) => History): Change {
  return ({ histories }) => {
    const history = histories[chat_id];
    if (!history) return {};
    const changed = change(history);
    return changed === history ? {} : { histories: withEntry(histories, chat_id, changed) };
  };
}

/** A new message or a new form of one; if it was on its way out, it has arrived. */
export function putMessage(chat_id: number, message: Message): Change {
  return (state) => ({
    ...changeHistory(chat_id, (history) => withMessage(history, message, state.at_end === chat_id))(state),
    ...arrived(state, message),
  });
}

/** An album has arrived with the last of its messages. */
function arrived({ outbox }: State, { client_key }: Message): Partial<State> {
  const waiting = outbox.filter(({ key, files }) => partKey(key, (files?.length ?? 1) - 1) !== client_key);
  return waiting.length < outbox.length ? { outbox: waiting } : {};
}

export function takeMessage(chat_id: number, message_id: number): Change {
  return changeHistory(chat_id, (history) => withoutMessage(history, message_id));
}
