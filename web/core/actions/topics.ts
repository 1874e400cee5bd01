/** Loads the topics of a chat, and keeps the loaded ones current. */
import { completeTopics, mergeTopics, setDivided } from "../store/topics.ts";
import { threadIdOf, topicPlace } from "../model/chats/place.ts";
import { mergeListedDrafts } from "../store/drafts.ts";
import type { TopicRow } from "../store/state.ts";
import { isRetryable, retryDelay } from "../api/errors.ts";
import type { ActionDeps } from "./deps.ts";

const TOGGLED_VIEWS = "toggled_views";
const PER_PAGE = 100;
/** Changes that arrive within this time are loaded together. */
const REFRESH_MS = 100;

/** Which topics are loaded by one call. */
interface PageParams {
  readonly limit?: number;
  readonly before?: number;
  readonly message_thread_ids?: number[];
}

/** Topics whose rows are to be loaded again. */
export type StaleTopics = readonly number[] | "all";

export interface TopicActions {
  /** Loads all topics of a chat, page by page. @throws what the call throws */
  loadTopics(chat_id: number): Promise<void>;
  /** Loads some topics. Those that do not exist are left out. @throws what the call throws */
  loadSomeTopics(chat_id: number, thread_ids: readonly number[]): Promise<void>;
  /** Loads topics soon, "all" only if some are loaded; again after a failure, as long as the connection is there. */
  refreshTopics(chat_id: number, stale: StaleTopics): void;
  /** Loads the topics of all chats again of which some are loaded. Called after a reconnect. */
  refreshLoaded(): void;
  /** Shows a chat with topics as the list of these, in this browser, or as one chat. */
  setDivided(chat_id: number, divided: boolean): void;
  /** Restores how chats with topics were shown. */
  restoreViews(): void;
}

type TopicLoader = Pick<TopicActions, "loadTopics" | "loadSomeTopics">;

function topicLoader(
  { api, store }: Pick<ActionDeps, "api" | "store">,
  refresh: TopicActions["refreshTopics"],
): TopicLoader {
  const loadPage = async (chat_id: number, which: PageParams) => {
    const stateAtRequest = store.getState();
    const page = await api.call("listTopics", { chat_id, ...which });
    const { topics, can_create, seq } = page;
    store.setState(mergeTopics(chat_id, topics, can_create, seq));
    const listed = topics.map(({ topic, draft }) => ({ place: topicPlace(chat_id, topic.message_thread_id), draft }));
    const [change, stale] = mergeListedDrafts(store.getState(), stateAtRequest, seq, listed);
    store.setState(change);
    const threads = stale.flatMap((place) => threadIdOf(place) ?? []);
    if (threads.length > 0) refresh(chat_id, threads);
    return page;
  };
  return {
    async loadTopics(chat_id) {
      const all: TopicRow[] = [];
      for (let before: number | undefined; ;) {
        const page = await loadPage(chat_id, { limit: PER_PAGE, ...(before === undefined ? {} : { before }) });
        all.push(...page.topics);
        before = page.topics.at(-1)?.position;
        if (!page.has_more || before === undefined) break;
      }
      store.setState(completeTopics(chat_id, all));
    },
    async loadSomeTopics(chat_id, message_thread_ids) {
      await loadPage(chat_id, { message_thread_ids: [...message_thread_ids] });
    },
  };
}

export function topicActions({ api, store, clock, storage }: ActionDeps): TopicActions {
  const pending = new Map<number, Set<number> | "all">();
  const { loadTopics, loadSomeTopics } = topicLoader({ api, store }, (...stale) => refreshTopics(...stale));
  const reload = (chat_id: number, stale: ReadonlySet<number> | "all", failures = 0) => {
    if (stale === "all" && !store.getState().topics[chat_id]) return;
    const loading =
      stale === "all" || stale.size > PER_PAGE ? loadTopics(chat_id) : loadSomeTopics(chat_id, [...stale]);
    loading.catch((error: unknown) => {
      // A reconnect loads all of them.
      if (!isRetryable(error) || store.getState().connection !== "open") return;
      clock.after(retryDelay(error, failures), () => reload(chat_id, stale, failures + 1));
    });
  };
  const refreshPending = (chat_id: number) => {
    const stale = pending.get(chat_id);
    pending.delete(chat_id);
    if (stale) reload(chat_id, stale);
  };
  const refreshTopics: TopicActions["refreshTopics"] = (chat_id, stale) => {
    const before = pending.get(chat_id);
    if (!before) clock.after(REFRESH_MS, () => refreshPending(chat_id));
    pending.set(chat_id, stale === "all" || before === "all" ? "all" : new Set([...(before ?? []), ...stale]));
  };
  return {
    loadTopics,
    loadSomeTopics,
    refreshTopics,
    refreshLoaded() {
      for (const id of Object.keys(store.getState().topics)) refreshTopics(Number(id), "all");
    },
    setDivided(chat_id, divided) {
      store.setState(setDivided(chat_id, divided));
      storage.write(TOGGLED_VIEWS, [...store.getState().toggled_views]);
    },
    restoreViews() {
      const stored = storage.read(TOGGLED_VIEWS);
      if (Array.isArray(stored)) store.setState({ toggled_views: new Set(stored.filter(Number.isSafeInteger)) });
    },
  };
}
