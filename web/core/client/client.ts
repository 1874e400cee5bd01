/** The client without its screens: state, connection and actions, wired together. */
import type { Api } from "../api/api.ts";
import { createApi } from "../api/api.ts";
import { chatActions, type ChatActions } from "../actions/chats.ts";
import { chatSettingActions, type ChatSettingActions } from "../actions/chat-settings.ts";
import type { ActionDeps } from "../actions/deps.ts";
import { Downloads } from "../actions/downloads.ts";
import { draftActions, type DraftActions } from "../actions/drafts.ts";
import { historyActions, type HistoryActions } from "../actions/history.ts";
import { locationActions, type LocationActions } from "../actions/locations.ts";
import { messageActions, type MessageActions } from "../actions/messages.ts";
import { deliveryActions, type DeliveryActions } from "../actions/delivery.ts";
import { readingActions, type ReadingActions } from "../actions/reading.ts";
import { notificationActions, type NotificationActions } from "../actions/notifications.ts";
import { offlineChatActions, type OfflineChatActions } from "../actions/offline-chats.ts";
import { Outbox, type OutboxActions } from "../actions/outbox.ts";
import { CallbackActions } from "../actions/callbacks.ts";
import { reactionActions, type ReactionActions } from "../actions/reactions.ts";
import { topicActions, type TopicActions } from "../actions/topics.ts";
import { sharingActions, type SharingActions } from "../actions/sharing.ts";
import { sessionActions, type SessionActions } from "../actions/session.ts";
import { batchFrames } from "../live/frame-batching.ts";
import { keepConnected } from "../live/connection.ts";
import { routeFrames, type UnreadReactionsFrame } from "../live/frame-router.ts";
import { Sync, type ChatEventListener } from "../live/sync.ts";
import { chatIdOf, threadIdOf } from "../model/chats/place.ts";
import type { Ports } from "../ports/ports.ts";
import { writingSettingActions, type WritingSettingActions } from "../actions/writing-settings.ts";
import { refreshOnReturn } from "./refresh-on-return.ts";
import { onPageHide } from "./on-page-hide.ts";
import { reloadPage } from "./reload-page.ts";
import { createStateStore, type Store } from "../store/state.ts";

type ReactionListener = (reaction: UnreadReactionsFrame) => void;

export interface Client {
  readonly ports: Ports;
  readonly api: Api;
  readonly store: Store;
  readonly history: HistoryActions;
  readonly topics: TopicActions;
  readonly outbox: OutboxActions;
  readonly messages: MessageActions;
  readonly locations: LocationActions;
  readonly reading: ReadingActions;
  readonly callbacks: CallbackActions;
  readonly reactions: ReactionActions;
  readonly sharing: SharingActions;
  readonly chats: ChatActions;
  readonly settings: ChatSettingActions;
  readonly session: SessionActions;
  readonly writing: WritingSettingActions;
  readonly drafts: DraftActions;
  readonly notifications: NotificationActions;
  readonly downloads: Downloads;
  readonly offlineChats: OfflineChatActions;
  /** Reloads the row of a chat, including what the person may do there. */
  reloadRow(chat_id: number): Promise<void>;
  /** Subscribes to the events of all chats. @returns a function that unsubscribes */
  listen(listener: ChatEventListener): () => void;
  /** Subscribes to reactions to the person's messages. @returns a function that unsubscribes */
  listenToReactions(listener: ReactionListener): () => void;
  /** Opens the connection for the signed-in user. @returns a function that closes it */
  connect(): () => void;
}

export function createClient(ports: Ports, openSocket: () => WebSocket): Client {
  const store = createStateStore();
  const sessionEnd: { forget?: () => void } = {};
  const api = createApi(ports, () => sessionEnd.forget?.());
  const deps: ActionDeps = { ...ports, api, store };
  const session = sessionActions(deps);
  sessionEnd.forget = session.endSession;
  const messages = messageActions(deps);
  const outbox = new Outbox(deps, messages, () => void session.loadSession().catch(() => {}));
  const callbacks = new CallbackActions(deps);
  const listeners = new Set<ChatEventListener>();
  const reactionListeners = new Set<ReactionListener>();
  const delivery = deliveryActions(deps);
  const locations = locationActions(deps);
  const notifyListeners: ChatEventListener = (chat_id, event) => {
    locations.onChatEvent(chat_id, event);
    for (const listener of listeners) listener(chat_id, event);
  };
  const topics = topicActions(deps);
  const sync = new Sync({ ...ports, api, store }, notifyListeners, delivery.reportDelivered, topics.refreshTopics);
  const drafts = draftActions(deps, (place) => {
    const thread_id = threadIdOf(place);
    if (thread_id === undefined) sync.reloadRow(chatIdOf(place)).catch(() => {});
    else topics.refreshTopics(chatIdOf(place), [thread_id]);
  });
  const writing = writingSettingActions(deps);
  const reading = readingActions(deps);
  const history = historyActions(deps, (chat_id, seq) => sync.catchUpFrom(chat_id, seq));
  const offlineChats = offlineChatActions(deps);
  const onReaction: ReactionListener = (reaction) => {
    for (const listener of reactionListeners) listener(reaction);
  };
  const actions = { outbox, locations, callbacks, session, writing, drafts, history, topics, offlineChats, reading };
  return {
    ...actions,
    ports,
    api,
    store,
    downloads: new Downloads(deps),
    messages,
    reactions: reactionActions(deps),
    sharing: sharingActions(deps),
    chats: chatActions(deps),
    settings: chatSettingActions(deps),
    notifications: notificationActions(deps),
    reloadRow: (chat_id) => sync.reloadRow(chat_id),
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    listenToReactions(listener) {
      reactionListeners.add(listener);
      return () => reactionListeners.delete(listener);
    },
    connect: () => connect({ ...actions, ports, store, sync, delivery, onReaction }, openSocket),
  };
}

type ConnectedClient = Pick<
  Client,
  | "ports"
  | "store"
  | "writing"
  | "drafts"
  | "reading"
  | "outbox"
  | "locations"
  | "callbacks"
  | "session"
  | "history"
  | "topics"
  | "offlineChats"
> & {
  readonly sync: Sync;
  readonly delivery: DeliveryActions;
  readonly onReaction: ReactionListener;
};

/** Opens the connection and keeps it open. @returns a function that closes it */
function connect(client: ConnectedClient, openSocket: () => WebSocket): () => void {
  const { ports, store, sync, delivery, writing, drafts, reading, outbox, callbacks, session, offlineChats } = client;
  const stopSaving = offlineChats.startSaving();
  const stopFollowing = client.locations.followLive();
  // Drafts are read by these.
  writing.restoreSettings();
  drafts.restoreDrafts();
  outbox.restore();
  client.topics.restoreViews();
  sync.prefetchList();
  const stopPersisting = onPageHide(() => drafts.persistNow());
  const stopRefreshing = refreshOnReturn(ports, () => void sync.refresh().catch(() => {}));
  const route = routeFrames({
    clock: ports.clock,
    store,
    sync,
    onCallbackAnswer: (answer) => callbacks.receiveAnswer(answer),
    onReaction: client.onReaction,
    onProfile: () => void session.loadSession().catch(() => {}),
    onOutdated: () => reloadPage(ports),
  });
  const batcher = batchFrames(ports.clock, store, (frame) => {
    route(frame);
    if (frame.type !== "hello") return;
    refreshAfterOffline(client);
    client.topics.refreshLoaded();
    outbox.onReconnect();
    drafts.saveUnsavedDrafts();
    reading.reportReading();
    delivery.reportDelivered();
  });
  const disconnect = keepConnected({
    clock: ports.clock,
    random: ports.random,
    browserStatus: ports.browserStatus,
    open: openSocket,
    onFrame: batcher.push,
    onClose: () => store.setState({ connection: "connecting" }),
    onSignedOut: session.endSession,
  });
  return () => {
    stopFollowing();
    stopRefreshing();
    stopPersisting();
    disconnect();
    batcher.end();
    stopSaving();
  };
}

/**
 * After the server responded to a client that showed its offline snapshot: reloads the session and the chats that the
 * snapshot has in part.
 */
function refreshAfterOffline({ store, session, history }: ConnectedClient): void {
  const { offline_snapshot: offlineChats } = store.getState();
  if (!offlineChats) return;
  session.loadSession().catch(() => {});
  for (const chat_id of offlineChats.incomplete) history.openHistory(chat_id).catch(() => {});
}
