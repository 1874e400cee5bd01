/** Keeps every chat in sync: applies events of the connection in order, and fetches missed ones. */
import type { ChatEvent, Frame, UnreadCount } from "@heliogram/shared/wire.ts";
import type { Api } from "../api/api.ts";
import { retryDelay } from "../api/errors.ts";
import type { Clock } from "../ports/clock.ts";
import { chatIdOf } from "../model/chats/place.ts";
import { updateChat, removeChats } from "../store/chats.ts";
import { mergeListedDrafts } from "../store/drafts.ts";
import { dropHistoriesOf } from "../store/histories.ts";
import { setServerUnread } from "../store/reading.ts";
import type { ChatRow, State, Store } from "../store/state.ts";
import { topicOf } from "../store/topics.ts";
import { applyEvent, type FollowUpQuery } from "./apply-event.ts";
import { applyToTopics } from "./topic-events.ts";
import { ChatListLoader, type ServerHeads } from "./chat-list-loader.ts";

type ChatFrame = Extract<Frame, { type: "chat" }>;

/** Called for every new event that arrives over the connection. */
export type ChatEventListener = (chat_id: number, event: ChatEvent) => void;

/** Called with the chats whose messages reached this device. */
export type OnReceived = (chat_ids: readonly number[]) => void;

/** Called with loaded topics of a chat that must be loaded again. */
export type OnStaleTopics = (chat_id: number, stale: readonly number[] | "all") => void;

export interface SyncDeps {
  readonly api: Api;
  readonly store: Store;
  readonly clock: Clock;
}

export class Sync {
  readonly #api: Api;
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #onEvent: ChatEventListener;
  readonly #onReceived: OnReceived;
  /** Loads topics again that are loaded already. */
  readonly refreshTopics: OnStaleTopics;
  /** The number of consecutive failures, and the function that cancels the scheduled retry. */
  #failures = 0;
  #cancelRetry: (() => void) | undefined;
  /** Chats whose missed events are being fetched, with the frames that arrived meanwhile. */
  readonly #catchingUp = new Map<number, ChatFrame[]>();
  /** Of these chats, the position from which to fetch once more afterwards. */
  readonly #catchUpAgainFrom = new Map<number, number>();
  #refreshing: Promise<void> | undefined;
  #refreshAgain = false;
  readonly #list: ChatListLoader;
  /** The load of the list that began before the connection was open. */
  #prefetch: Promise<void> | undefined;
  /** The number of received frames, whose content is in the state or will be. */
  #frameCount = 0;

  constructor(
    { api, store, clock }: SyncDeps,
    onEvent: ChatEventListener,
    onReceived: OnReceived,
    onStaleTopics: OnStaleTopics = () => {},
  ) {
    this.#api = api;
    this.#store = store;
    this.#clock = clock;
    this.#onEvent = onEvent;
    this.#onReceived = onReceived;
    this.refreshTopics = onStaleTopics;
    this.#list = new ChatListLoader(api, store, (stateAtRequest, seq, rows) =>
      this.#onListRows(stateAtRequest, seq, rows),
    );
  }

  /** Loads the list without waiting for the connection. */
  prefetchList(): void {
    this.#prefetch = this.refresh().catch(ignore);
  }

  /** The connection is open. Loads the list again unless it matches the server's positions. */
  async onHello(heads: ServerHeads): Promise<void> {
    const prefetch = this.#prefetch;
    this.#prefetch = undefined;
    const frames = this.#frameCount;
    await prefetch;
    // If a frame arrived meanwhile, its position and a missed one could add up to the same sum.
    if (frames === this.#frameCount && this.#list.isCurrent(heads)) return;
    await this.refresh();
  }

  /** Loads what changed in the list, and fetches the missed events of every loaded chat. */
  refresh(): Promise<void> {
    if (this.#refreshing) {
      this.#refreshAgain = true;
      return this.#refreshing;
    }
    this.#clearRetry();
    this.#refreshing = this.#retryOnFailure(this.#list.load()).finally(() => {
      this.#refreshing = undefined;
      if (!this.#refreshAgain) return;
      this.#refreshAgain = false;
      this.refresh().catch(ignore);
    });
    return this.#refreshing;
  }

  /** Reloads the row of one chat. The person's membership and rights there are in no other response. */
  reloadRow(chat_id: number): Promise<void> {
    this.#list.markStale(chat_id);
    // While the list is loading, it is unknown which rows will arrive.
    return this.#store.getState().list_complete ? this.#retryOnFailure(this.#list.reloadStale()) : this.refresh();
  }

  async #retryOnFailure(reading: Promise<void>): Promise<void> {
    try {
      await reading;
      this.#failures = 0;
    } catch (error) {
      this.#scheduleRetry(error);
      throw error;
    }
  }

  /** Retries a failed request later by refreshing the whole list. A reconnect does the same immediately. */
  #scheduleRetry(error: unknown): void {
    if (this.#cancelRetry) return;
    this.#cancelRetry = this.#clock.after(retryDelay(error, this.#failures++), () => {
      this.#cancelRetry = undefined;
      this.#refreshIfConnected();
    });
  }

  #refreshIfConnected(): void {
    if (this.#store.getState().connection === "open") this.refresh().catch(ignore);
  }

  #clearRetry(): void {
    this.#cancelRetry?.();
    this.#cancelRetry = undefined;
  }

  #onListRows(stateAtRequest: State, seq: number, chats: readonly ChatRow[]): void {
    this.#mergeListedDrafts(stateAtRequest, seq, chats);
    for (const listed of chats) {
      const row = this.#store.getState().chats?.[listed.chat.id];
      if (row && row.seq < listed.seq) this.#catchUp(listed.chat.id);
      this.#loadMutedTopics(listed);
    }
    this.#onReceived(chats.map(({ chat }) => chat.id));
  }

  /** What is unread in muted topics is not counted. */
  #loadMutedTopics({ chat, muted_topics = [] }: ChatRow): void {
    const missing = muted_topics.filter((id) => !topicOf(this.#store.getState(), chat.id, id));
    if (missing.length > 0) this.refreshTopics(chat.id, missing);
  }

  /** Merges listed drafts. Rows with newer ones are reloaded. */
  #mergeListedDrafts(stateAtRequest: State, seq: number, chats: readonly ChatRow[]): void {
    const listed = chats.map(({ chat, settings }) => ({ place: chat.id, draft: settings.draft }));
    const [change, stale] = mergeListedDrafts(this.#store.getState(), stateAtRequest, seq, listed);
    this.#store.setState(change);
    for (const place of stale) this.reloadRow(chatIdOf(place)).catch(ignore);
  }

  /** Advances over an account event that was applied. */
  advanceAccountSeq(seq: number): void {
    this.#frameCount += 1;
    this.#list.advanceSeq(seq);
  }

  receiveChatFrame(frame: ChatFrame): void {
    const { chat_id, seq } = frame;
    this.#frameCount += 1;
    const waiting = this.#catchingUp.get(chat_id);
    if (waiting) {
      waiting.push(frame);
      return;
    }
    const row = this.#store.getState().chats?.[chat_id];
    if (!row) {
      this.reloadRow(chat_id).catch(ignore);
      return;
    }
    if (seq <= row.seq) return;
    if (firstSeqOf(frame) > row.seq + 1) {
      this.#catchUp(chat_id, frame);
      return;
    }
    this.#applyEvent(chat_id, frame);
    this.#setUnread(chat_id, frame);
    this.#onEvent(chat_id, frame);
    if (frame.kind === "message") this.#onReceived([chat_id]);
  }

  /**
   * Applies the events of a chat after `seq` again, because the messages they concern were not loaded when they
   * arrived.
   */
  catchUpFrom(chat_id: number, seq: number): void {
    if (this.#catchingUp.has(chat_id)) {
      this.#catchUpAgainFrom.set(chat_id, Math.min(seq, this.#catchUpAgainFrom.get(chat_id) ?? seq));
      return;
    }
    this.#store.setState(updateChat(chat_id, (row) => ({ ...row, seq: Math.min(row.seq, seq) })));
    this.#catchUp(chat_id);
  }

  removeChat(chat_id: number): void {
    this.#store.setState(removeChats([chat_id]));
  }

  #catchUp(chat_id: number, frame?: ChatFrame): void {
    if (this.#catchingUp.has(chat_id)) return;
    this.#catchingUp.set(chat_id, frame ? [frame] : []);
    const end = () => {
      const waiting = this.#catchingUp.get(chat_id) ?? [];
      this.#catchingUp.delete(chat_id);
      return waiting;
    };
    this.#fetchMissed(chat_id).then(
      () => {
        this.#store.batch(() => {
          for (const each of end()) this.receiveChatFrame(each);
        });
        const againFrom = this.#catchUpAgainFrom.get(chat_id);
        this.#catchUpAgainFrom.delete(chat_id);
        if (againFrom !== undefined) this.catchUpFrom(chat_id, againFrom);
      },
      (error: unknown) => {
        // The waiting frames count as missed as well; the next refresh detects it.
        end();
        this.#scheduleRetry(error);
      },
    );
  }

  async #fetchMissed(chat_id: number): Promise<void> {
    for (;;) {
      const row = this.#store.getState().chats?.[chat_id];
      if (!row) return;
      const stateAtRequest = { chat_id, seq: row.seq };
      const { events, resync, seq, ...count } = await this.#api.call("getDifference", stateAtRequest);
      if (resync) {
        this.#store.setState(dropHistoriesOf(chat_id));
        // The missed events may have contained newer photos; the reloaded data has the current ones.
        this.#store.setState({ avatar_photos: {} });
        this.#store.setState(updateChat(chat_id, (each) => ({ ...each, seq })));
        this.refreshTopics(chat_id, "all");
        await this.reloadRow(chat_id);
        return;
      }
      this.#store.batch(() => {
        for (const event of events) this.#applyEvent(chat_id, event);
        this.#setUnread(chat_id, count);
        this.#onReceived([chat_id]);
      });
      if (events.length === 0 || events.at(-1)!.seq >= seq) return;
    }
  }

  /** Applies the server's unread count, if present. */
  #setUnread(chat_id: number, { unread_count, unread_after }: Partial<UnreadCount>): void {
    if (unread_count === undefined || unread_after === undefined) return;
    this.#store.setState(setServerUnread(chat_id, { unread_count, unread_after }));
  }

  #applyEvent(chat_id: number, event: ChatEvent): void {
    const followUp = applyEvent(this.#store, chat_id, event);
    if (followUp) this.#runFollowUp(chat_id, followUp);
    const stale = applyToTopics(this.#store, chat_id, event);
    if (stale) this.refreshTopics(chat_id, stale);
  }

  #runFollowUp(chat_id: number, followUp: FollowUpQuery): void {
    if (followUp === "row") {
      this.reloadRow(chat_id).catch(ignore);
      return;
    }
    this.#api
      .call("getHistory", { chat_id, limit: 1 })
      .then(({ messages: [last] }) =>
        this.#store.setState(
          updateChat(chat_id, (row) => {
            const { last_message: _, ...rest } = row;
            return last ? { ...rest, last_message: last } : rest;
          }),
        ),
      )
      .catch((error: unknown) => this.#scheduleRetry(error));
  }
}

/** The number of the first event that a frame stands for. */
function firstSeqOf(frame: ChatFrame): number {
  return frame.seq - (frame.run ?? 1) + 1;
}

/** Failures are retried by `#scheduleRetry` or by the next reconnect. */
function ignore(): undefined {}
