/** Loads the messages of a chat: the newest, those around a message, and further pages in both directions. */
import { firstSince, historyOf, withNewer, withOlder } from "../model/messages/history.ts";
import { updateHistory, setHistory } from "../store/histories.ts";
import type { Change } from "../store/state.ts";
import type { ActionDeps } from "./deps.ts";

const MESSAGES_PER_PAGE = 60;

/**
 * The state change of a loaded page. A page that may reach the end of the chat also has the event up to which it is
 * current.
 */
interface Page {
  readonly change: Change;
  readonly chat_id?: number;
  readonly seq?: number;
}

const NO_CHANGE: Page = { change: () => ({}) };

export interface HistoryActions {
  /** Loads the newest messages, or those around a message id. */
  openHistory(chat_id: number, around?: number): Promise<void>;
  /**
   * Loads the messages around the first one at or after a time in seconds.
   *
   * @returns the id of that message; of the newest one, if all are older
   */
  openSince(chat_id: number, since_s: number): Promise<number | undefined>;
  loadOlder(chat_id: number): Promise<void>;
  loadNewer(chat_id: number): Promise<void>;
}

/**
 * Concurrent requests for the same page share one promise. The entry is removed before the page is applied, because
 * applying it may request the next page under the same name.
 */
function pageLoader(
  store: ActionDeps["store"],
  onMissed: (chat_id: number, seq: number) => void,
): (name: string, ask: () => Promise<Page>) => Promise<void> {
  const loading = new Map<string, Promise<void>>();
  return (name, ask) => {
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
}

/**
 * `onMissed` is called if a loaded page is older than the events already applied; the events after `seq` must be
 * applied again.
 */
export function historyActions(
  { api, store }: ActionDeps,
  onMissed: (chat_id: number, seq: number) => void,
): HistoryActions {
  /** Counts how often the history of each chat was replaced: a page requested for an earlier history is discarded. */
  const generations = new Map<number, number>();
  const generationOf = (chat_id: number) => generations.get(chat_id) ?? 0;
  const once = pageLoader(store, onMissed);

  return {
    openHistory: (chat_id, around) =>
      once(`open ${chat_id} ${around ?? ""}`, async () => {
        const position = around === undefined ? {} : { around };
        const page = await api.call("getHistory", { chat_id, limit: MESSAGES_PER_PAGE, ...position });
        generations.set(chat_id, generationOf(chat_id) + 1);
        return { change: setHistory(chat_id, historyOf(page)), chat_id, seq: page.seq };
      }),
    async openSince(chat_id, since_s) {
      const loaded = store.getState().histories[chat_id];
      const known = loaded && firstSince(loaded, since_s);
      if (known) return known.message_id;
      let place: number | undefined;
      await once(`since ${chat_id} ${since_s}`, async () => {
        const page = await api.call("getHistory", { chat_id, limit: MESSAGES_PER_PAGE, since: since_s });
        generations.set(chat_id, generationOf(chat_id) + 1);
        const first = page.messages.find(({ date }) => date >= since_s)?.message_id;
        place = first ?? page.messages.at(-1)?.message_id;
        return { change: setHistory(chat_id, historyOf(page)), chat_id, seq: page.seq };
      });
      return place;
    },
    loadOlder: (chat_id) =>
      once(`older ${chat_id} ${generationOf(chat_id)}`, async () => {
        const generation = generationOf(chat_id);
        const history = store.getState().histories[chat_id];
        const first = history?.messages[0];
        if (!history || history.reachesStart || !first) return NO_CHANGE;
        const page = await api.call("getHistory", { chat_id, before: first.message_id, limit: MESSAGES_PER_PAGE });
        if (generation !== generationOf(chat_id)) return NO_CHANGE;
        return { change: updateHistory(chat_id, (held) => withOlder(held, page)) };
      }),
    loadNewer: (chat_id) =>
      once(`newer ${chat_id} ${generationOf(chat_id)}`, async () => {
        const generation = generationOf(chat_id);
        const history = store.getState().histories[chat_id];
        const last = history?.messages.at(-1);
        if (!history || history.reachesEnd || !last) return NO_CHANGE;
        const page = await api.call("getHistory", { chat_id, after: last.message_id, limit: MESSAGES_PER_PAGE });
        if (generation !== generationOf(chat_id)) return NO_CHANGE;
        return { change: updateHistory(chat_id, (held) => withNewer(held, page)), chat_id, seq: page.seq };
      }),
  };
}
