/** Reading a chat: its newest messages, those around a place, and further pages on both sides. */
import { startedWith, withNewer, withOlder } from "../model/history.ts";
import { changeHistory, setHistory } from "../store/histories.ts";
import type { ActionDeps } from "./deps.ts";

const PAGE = 60;

export interface HistoryActions {
  /** Shows the newest messages, or those around one. */
  openHistory(chat_id: number, around?: number): Promise<void>;
  loadOlder(chat_id: number): Promise<void>;
  loadNewer(chat_id: number): Promise<void>;
}

export function historyActions({ api, store }: ActionDeps): HistoryActions {
  const loading = new Map<string, Promise<void>>();
  /** Asking twice for the same page waits for the first answer. */
  const once = (name: string, work: () => Promise<void>): Promise<void> => {
    const before = loading.get(name);
    if (before) return before;
    const started = work().finally(() => loading.delete(name));
    loading.set(name, started);
    return started;
  };

  return {
    openHistory: (chat_id, around) =>
      once(`open ${chat_id} ${around ?? ""}`, async () => {
        const place = around === undefined ? {} : { around };
        const { messages } = await api.call("getHistory", { chat_id, limit: PAGE, ...place });
        store.setState(setHistory(chat_id, startedWith(messages, PAGE, around === undefined)));
      }),
    loadOlder: (chat_id) =>
      once(`older ${chat_id}`, async () => {
        const history = store.getState().histories[chat_id];
        const first = history?.messages[0];
        if (!history || history.reachesStart || !first) return;
        const { messages } = await api.call("getHistory", { chat_id, before: first.message_id, limit: PAGE });
        store.setState(changeHistory(chat_id, (held) => withOlder(held, messages, PAGE)));
      }),
    loadNewer: (chat_id) =>
      once(`newer ${chat_id}`, async () => {
        const history = store.getState().histories[chat_id];
        const last = history?.messages.at(-1);
        if (!history || history.reachesEnd || !last) return;
        const { messages } = await api.call("getHistory", { chat_id, after: last.message_id, limit: PAGE });
        store.setState(changeHistory(chat_id, (held) => withNewer(held, messages, PAGE)));
      }),
  };
}
