/** The client without a screen: its state, its line to the service, and everything a person can do. */
import type { Api } from "../api/call.ts";
import { createApi } from "../api/call.ts";
import { chatActions, type ChatActions } from "../actions/chats.ts";
import { chatSettingActions, type ChatSettingActions } from "../actions/chat-settings.ts";
import type { ActionDeps } from "../actions/deps.ts";
import { Downloads } from "../actions/downloads.ts";
import { draftActions, type DraftActions } from "../actions/drafts.ts";
import { historyActions, type HistoryActions } from "../actions/history.ts";
import { messageActions, type MessageActions } from "../actions/messages.ts";
import { deliveryActions, type DeliveryActions } from "../actions/delivery.ts";
import { readingActions, type ReadingActions } from "../actions/reading.ts";
import { noticeActions, type NoticeActions } from "../actions/notices.ts";
import { keptChatActions, type KeptChatActions } from "../actions/kept-chats.ts";
import { Outbox, type OutboxActions } from "../actions/outbox.ts";
import { Presses } from "../actions/presses.ts";
import { sessionActions, type SessionActions } from "../actions/session.ts";
import { gatherFrames } from "../live/gather.ts";
import { keepLine, openStream } from "../live/line.ts";
import { takeFrames } from "../live/live.ts";
import { Sync, type Heard } from "../live/sync.ts";
import type { Ports } from "../ports/ports.ts";
import { keepFresh } from "./keep-fresh.ts";
import { renewPage } from "./renew.ts";
import { createState, type Store } from "../store/state.ts";

export interface Client {
  readonly ports: Ports;
  readonly api: Api;
  readonly store: Store;
  readonly history: HistoryActions;
  readonly outbox: OutboxActions;
  readonly messages: MessageActions;
  readonly reading: ReadingActions;
  readonly presses: Presses;
  readonly chats: ChatActions;
  readonly settings: ChatSettingActions;
  readonly session: SessionActions;
  readonly drafts: DraftActions;
  readonly notices: NoticeActions;
  readonly downloads: Downloads;
  readonly kept: KeptChatActions;
  /** Reads anew what the list has of a chat, with what the person may do there. */
  reread(chat_id: number): Promise<void>;
  /** Told of every new event of a chat; returns a function that ends it. */
  listen(heard: Heard): () => void;
  /** Opens the line, while somebody is signed in. @returns a function that closes it */
  connect(): () => void;
}

export function createClient(ports: Ports, openSocket: () => WebSocket = openStream): Client {
  const store = createState();
  const forgetting: { forget?: () => void } = {};
  const api = createApi(ports, () => forgetting.forget?.());
  const deps: ActionDeps = { ...ports, api, store };
  const session = sessionActions(deps);
  forgetting.forget = session.forgetMe;
  const messages = messageActions(deps);
  const outbox = new Outbox(deps, messages.tellTyping, () => void session.findMe().catch(() => {}));
  const presses = new Presses(deps);
  const listeners = new Set<Heard>();
  const delivery = deliveryActions(deps);
  const hear: Heard = (chat_id, event) => {
    for (const heard of listeners) heard(chat_id, event);
  };
  const sync = new Sync({ ...ports, api, store }, hear, delivery.tellDelivered);
  const drafts = draftActions(deps, (chat_id) => void sync.reread(chat_id).catch(() => {}));
  const reading = readingActions(deps);
  const history = historyActions(deps, (chat_id, seq) => sync.catchUpFrom(chat_id, seq));
  const kept = keptChatActions(deps);
  return {
    ports,
    api,
    store,
    outbox,
    presses,
    session,
    drafts,
    downloads: new Downloads(deps),
    history,
    kept,
    messages,
    reading,
    chats: chatActions(deps),
    settings: chatSettingActions(deps),
    notices: noticeActions(deps),
    reread: (chat_id) => sync.reread(chat_id),
    listen(heard) {
      listeners.add(heard);
      return () => listeners.delete(heard);
    },
    connect: () =>
      connect({ ports, store, sync, delivery, drafts, reading, outbox, presses, session, history, kept }, openSocket),
  };
}

type Lined = Pick<
  Client,
  "ports" | "store" | "drafts" | "reading" | "outbox" | "presses" | "session" | "history" | "kept"
> & {
  readonly sync: Sync;
  readonly delivery: DeliveryActions;
};

/** Opens the line and keeps it open. @returns a function that closes it */
function connect(client: Lined, openSocket: () => WebSocket): () => void {
  const { ports, store, sync, delivery, drafts, reading, outbox, presses, session, kept } = client;
  const endKeeping = kept.begin();
  drafts.resumeDrafts();
  outbox.resume();
  sync.begin();
  const unwatch = keepFresh(ports, () => void sync.refresh().catch(() => {}));
  const take = takeFrames({
    clock: ports.clock,
    store,
    sync,
    onCallbackAnswer: (answer) => presses.takeAnswer(answer),
    onProfile: () => void session.findMe().catch(() => {}),
    onOutdated: () => renewPage(ports),
  });
  const gathering = gatherFrames(ports.clock, store, (frame) => {
    take(frame);
    if (frame.type !== "hello") return;
    renewKept(client);
    outbox.hurry();
    drafts.tellDrafts();
    reading.tellReading();
    delivery.tellDelivered();
  });
  const hangUp = keepLine({
    clock: ports.clock,
    fraction: ports.fraction,
    surroundings: ports.surroundings,
    open: openSocket,
    onFrame: gathering.take,
    onBreak: () => store.setState({ line: "connecting" }),
    onSignedOut: session.forgetMe,
  });
  return () => {
    unwatch();
    hangUp();
    gathering.end();
    endKeeping();
  };
}

/** The service is there: who is signed in is asked again, and what was not kept is read. */
function renewKept({ store, session, history }: Lined): void {
  const { kept } = store.getState();
  if (!kept) return;
  session.findMe().catch(() => {});
  for (const chat_id of kept.incomplete) history.openHistory(chat_id).catch(() => {});
}
