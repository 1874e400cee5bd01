/** Reading a chat: its newest messages, those around a place, and further pages on both sides. */
import { startedAround, startedWith, withNewer, withOlder } from "../model/history.ts";
import { changeHistory, setHistory } from "../store/histories.ts";
import type { Change } from "../store/state.ts";
import type { ActionDeps } from "./deps.ts";

const PAGE = 60;

/** What a page changes; with one that may reach the chat's end, the event up to which it tells everything. */
interface Page {
  readonly change: Change;
  readonly chat_id?: number;
  readonly seq?: number;
}

const NO_CHANGE: Page = { change: () => ({}) };

export interface HistoryActions {
  /** Shows the newest messages, or those around one. */
  openHistory(chat_id: number, around?: number): Promise<void>;
  loadOlder(chat_id: number): Promise<void>;
  loadNewer(chat_id: number): Promise<void>;
}

/** `onMissed` is told of a chat whose events after `seq` were shown before its messages had come. */
export function historyActions(
  { api, store }: ActionDeps,
  onMissed: (chat_id: number, seq: number) => void,
): HistoryActions {
  const loading = new Map<string, Promise<void>>();
  /** Counts the stretches of a chat that were begun: a page that was asked for next to one is of no use to another. */
  const stretches = new Map<number, number>();
  const stretchOf = (chat_id: number) => stretches.get(chat_id) ?? 0;
  /**
   * Asking twice for the same page waits for the first answer. Taking an answer in may ask for the next page at once,
   * which must not be taken for the same one.
   */
  const once = (name: string, ask: () => Promise<Page>): Promise<void> => {
    const before = loading.get(name);
    if (before) return before;
    const started = ask()
      .finally(() => loading.delete(name))
      .then(({ change, chat_id, seq }) => {
        store.setState(change);
        if (chat_id === undefined || seq === undefined) return;
        const { chats, histories } = store.getState();
        if (histories[chat_id]?.reachesEnd && seq < (chats?.[chat_id]?.seq ?? 0)) onMissed(chat_id, seq);
      });
    loading.set(name, started);
    return started;
  };

  return {
    openHistory: (chat_id, around) =>
      once(`open ${chat_id} ${around ?? ""}`, async () => {
        const place = around === undefined ? {} : { around };
        const { seq, messages } = await api.call("getHistory", { chat_id, limit: PAGE, ...place });
        stretches.set(chat_id, stretchOf(chat_id) + 1);
        const started = around === undefined ? startedWith(messages, PAGE) : startedAround(messages, PAGE, around);
        return { change: setHistory(chat_id, started), chat_id, seq };
      }),
    loadOlder: (chat_id) =>
      once(`older ${chat_id} ${stretchOf(chat_id)}`, async () => {
        const stretch = stretchOf(chat_id);
        const history = store.getState().histories[chat_id];
        const first = history?.messages[0];
        if (!history || history.reachesStart || !first) return NO_CHANGE;
        const { messages } = await api.call("getHistory", { chat_id, before: first.message_id, limit: PAGE });
        if (stretch !== stretchOf(chat_id)) return NO_CHANGE;
        return { change: changeHistory(chat_id, (held) => withOlder(held, messages, PAGE)) };
      }),
    loadNewer: (chat_id) =>
      once(`newer ${chat_id} ${stretchOf(chat_id)}`, async () => {
        const stretch = stretchOf(chat_id);
        const history = store.getState().histories[chat_id];
        const last = history?.messages.at(-1);
        if (!history || history.reachesEnd || !last) return NO_CHANGE;
        const { seq, messages } = await api.call("getHistory", { chat_id, after: last.message_id, limit: PAGE });
        if (stretch !== stretchOf(chat_id)) return NO_CHANGE;
        return { change: changeHistory(chat_id, (held) => withNewer(held, messages, PAGE)), chat_id, seq };
      }),
  };
}
