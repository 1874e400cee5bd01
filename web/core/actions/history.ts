/** Loads the messages of a chat: the newest, those around a message, and further pages in both directions. */
import type { Message } from "@heliogram/shared/wire.ts";
import type { ResultOf } from "../api/api.ts";
import { firstSince, historyOf, withNewer, withOlder, type History } from "../model/messages/history.ts";
import { chatIdOf, placeParams, type Place } from "../model/chats/place.ts";
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
  readonly place?: Place;
  readonly seq?: number;
}

type LoadedPage = ResultOf<"getHistory">;

const NO_CHANGE: Page = { change: () => ({}) };

/** All of it concerns a chat, or one of its topics. */
export interface HistoryActions {
  /** Loads the newest messages, or those around a message id. */
  openHistory(place: Place, around?: number): Promise<void>;
  /**
   * Loads the messages around the first one at or after a time in seconds.
   *
   * @returns the id of that message; of the newest one, if all are older
   */
  openSince(place: Place, since_s: number): Promise<number | undefined>;
  loadOlder(place: Place): Promise<void>;
  loadNewer(place: Place): Promise<void>;
}

type LoadOnce = (name: string, ask: () => Promise<Page>) => Promise<void>;

/**
 * Concurrent requests for the same page share one promise. The entry is removed before the page is applied, because
 * applying it may request the next page under the same name.
 */
function pageLoader(store: ActionDeps["store"], onMissed: (chat_id: number, seq: number) => void): LoadOnce {
  const loading = new Map<string, Promise<void>>();
  return (name, ask) => {
    const before = loading.get(name);
    if (before) return before;
    const started = ask()
      .finally(() => loading.delete(name))
      .then(({ change, place, seq }) => {
        store.setState(change);
        if (place === undefined || seq === undefined) return;
        const { chats, histories } = store.getState();
        const chat_id = chatIdOf(place);
        if (histories[place]?.reachesEnd && seq < (chats?.[chat_id]?.seq ?? 0)) onMissed(chat_id, seq);
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
  const once = pageLoader(store, onMissed);
  const { replace, generationOf } = replacer(once);

  return {
    openHistory: (place, around) =>
      replace(place, `open ${place} ${around ?? ""}`, () => {
        const position = around === undefined ? {} : { around };
        return api.call("getHistory", { ...placeParams(place), limit: MESSAGES_PER_PAGE, ...position });
      }),
    async openSince(place, since_s) {
      const known = knownSince(store.getState().histories[place], since_s);
      if (known) return known.message_id;
      let found: number | undefined;
      await replace(place, `since ${place} ${since_s}`, async () => {
        const page = await api.call("getHistory", { ...placeParams(place), limit: MESSAGES_PER_PAGE, since: since_s });
        const first = page.messages.find(({ date }) => date >= since_s)?.message_id;
        found = first ?? page.messages.at(-1)?.message_id;
        return page;
      });
      return found;
    },
    loadOlder: (place) =>
      once(`older ${place} ${generationOf(place)}`, async () => {
        const generation = generationOf(place);
        const history = store.getState().histories[place];
        const first = history?.messages[0];
        if (!history || history.reachesStart || !first) return NO_CHANGE;
        const page = await api.call("getHistory", {
          ...placeParams(place),
          before: first.message_id,
          limit: MESSAGES_PER_PAGE,
        });
        if (generation !== generationOf(place)) return NO_CHANGE;
        return { change: updateHistory(place, (held) => withOlder(held, page)) };
      }),
    loadNewer: (place) =>
      once(`newer ${place} ${generationOf(place)}`, async () => {
        const generation = generationOf(place);
        const history = store.getState().histories[place];
        const last = history?.messages.at(-1);
        if (!history || history.reachesEnd || !last) return NO_CHANGE;
        const page = await api.call("getHistory", {
          ...placeParams(place),
          after: last.message_id,
          limit: MESSAGES_PER_PAGE,
        });
        if (generation !== generationOf(place)) return NO_CHANGE;
        return { change: updateHistory(place, (held) => withNewer(held, page)), place, seq: page.seq };
      }),
  };
}

interface Replacer {
  /** Loads a page that replaces the history of a place. The name is that of the request. */
  readonly replace: (place: Place, name: string, ask: () => Promise<LoadedPage>) => Promise<void>;
  /** The history that is shown, by number: a page requested for an earlier one is discarded. */
  readonly generationOf: (place: Place) => number;
}

/**
 * Replaces histories by the pages that were requested last. Responses may arrive in another order than their requests were
 * made, and then the page of an earlier request is discarded.
 */
function replacer(once: LoadOnce): Replacer {
  let count = 0;
  /** The number of the last request, by name. */
  const requested = new Map<string, number>();
  /** The number of the request whose page is shown. */
  const applied = new Map<Place, number>();
  const generationOf = (place: Place) => applied.get(place) ?? 0;
  return {
    generationOf,
    replace(place, name, ask) {
      requested.set(name, ++count);
      return once(name, async () => {
        const page = await ask();
        const number = requested.get(name)!;
        if (number < generationOf(place)) return NO_CHANGE;
        applied.set(place, number);
        return { change: setHistory(place, historyOf(page)), place, seq: page.seq };
      });
    },
  };
}

function knownSince(history: History | undefined, since_s: number): Message | undefined {
  return history && firstSince(history, since_s);
}
