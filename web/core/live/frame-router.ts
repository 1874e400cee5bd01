/** Routes the frames of the connection to their handlers. */
import type { CallbackAnswer, Frame, OwnReadState } from "@heliogram/shared/wire.ts";
import { PROTOCOL } from "@heliogram/shared/protocol.ts";
import type { Clock } from "../ports/clock.ts";
import { startChatAction, stopChatAction } from "../store/chat-actions.ts";
import { setChatSettings, setUnreadReactions } from "../store/chats.ts";
import { setChosenReactions } from "../store/reactions.ts";
import { setTopicState, topicOf } from "../store/topics.ts";
import { setReadUpTo, setServerUnread } from "../store/reading.ts";
import { setOwnJoinRequest, setJoinRequestCount } from "../store/join-requests.ts";
import type { Store } from "../store/state.ts";
import { endStreamedDraft, showStreamedDraft } from "../store/streamed-drafts.ts";
import { applyOwnReading } from "./apply-event.ts";
import type { Sync } from "./sync.ts";
import { unreadBefore } from "./topic-events.ts";

/** A chat action ends after this time unless it is repeated. */
const ACTION_MS = 6000;

/** How many messages of the person have reactions that they have not seen, and the latest of these. */
export type UnreadReactionsFrame = Extract<Frame, { kind: "unread_reactions" }>;

export interface FrameRouterDeps {
  readonly clock: Clock;
  readonly store: Store;
  readonly sync: Sync;
  readonly onCallbackAnswer: (answer: CallbackAnswer) => void;
  /** Somebody has reacted to a message of the person. */
  readonly onReaction: (reaction: UnreadReactionsFrame) => void;
  /** The person's own profile, rights or settings changed. */
  readonly onProfile: () => void;
  /** The server has a newer protocol version than this page. */
  readonly onOutdated: () => void;
}

/** @returns the handler of frames; a heartbeat frame needs no handling */
export function routeFrames(deps: FrameRouterDeps): (frame: Frame) => void {
  const { store, sync } = deps;
  const applyChatAction = chatActionHandler(deps);
  return (frame) => {
    switch (frame.type) {
      case "hello":
        if (frame.protocol !== PROTOCOL) deps.onOutdated();
        // Sign-ins, sign-outs and changes of settings during a disconnection are not reported otherwise.
        // The drafts that are still visible come after this frame.
        store.setState({
          connection: "open",
          sessions_seq: frame.seq,
          profile_seq: frame.seq,
          streamed_drafts: {},
        });
        void sync.onHello(frame).catch(() => {});
        return;
      case "chat":
        sync.receiveChatFrame(frame);
        return;
      case "account":
        applyAccountFrame(deps, frame);
        sync.advanceAccountSeq(frame.seq);
        return;
      case "joined":
        void sync.reloadRow(frame.chat_id).catch(() => {});
        return;
      case "gone":
        sync.removeChat(frame.chat_id);
        return;
      case "streamed_draft":
        store.setState(showStreamedDraft(frame));
        return;
      case "streamed_draft_end":
        store.setState(endStreamedDraft(frame));
        return;
      case "action":
        applyChatAction(frame);
    }
  };
}

/** Applies events of the person's account. */
function applyAccountFrame(
  { store, sync, onCallbackAnswer, onReaction, onProfile }: FrameRouterDeps,
  frame: Extract<Frame, { type: "account" }>,
): void {
  switch (frame.kind) {
    case "callback_answer":
      onCallbackAnswer(frame);
      return;
    case "profile":
      store.setState({ profile_seq: frame.seq });
      onProfile();
      return;
    case "session":
      store.setState({ sessions_seq: frame.seq });
      return;
    case "read":
      store.setState(applyOwnReading(frame));
      refreshReadTopics(store, sync, frame);
      return;
    case "topic":
      applyTopicState(store, sync, frame);
      return;
    case "chat_settings":
      if (frame.chat_id !== undefined && frame.settings) {
        store.setState(setChatSettings(frame.chat_id, frame.settings, frame.seq));
      }
      return;
    case "unread_reactions":
      if (frame.chat_id === undefined || frame.unread_reactions === undefined) return;
      store.setState(setUnreadReactions(frame.chat_id, frame.unread_reactions));
      if (frame.message_id !== undefined) onReaction(frame);
      return;
    case "own_reactions":
      store.setState(setChosenReactions(frame.chat_id, frame.message_id, frame.chosen_reactions));
      return;
    case "pinned_chats":
      store.setState({ pinned_chats: frame.pinned_chats });
      return;
    case "join_request":
      store.setState(setOwnJoinRequest(frame.chat_id, frame.state));
      return;
    case "join_requests":
      store.setState(setJoinRequestCount(frame.chat_id, frame.join_request_count));
  }
}

/** Reading the whole chat reads its topics. */
function refreshReadTopics(store: Store, sync: Sync, { chat_id, read_up_to }: Partial<OwnReadState>): void {
  const topics = chat_id === undefined ? undefined : store.getState().topics[chat_id];
  if (chat_id === undefined || read_up_to === undefined || !topics) return;
  const stale = unreadBefore(topics, read_up_to);
  if (stale) sync.refreshTopics(chat_id, stale);
}

/** The person has read or muted a topic, or changed its draft. */
function applyTopicState(store: Store, sync: Sync, frame: Extract<Frame, { type: "account"; kind: "topic" }>): void {
  const { chat_id, message_thread_id, topic, unread_count, unread_after, unread_mentions } = frame;
  // The fields are either all present, or all absent because the chat or the topic is gone.
  if (chat_id === undefined || message_thread_id === undefined || !topic) return;
  const isLoaded = topicOf(store.getState(), chat_id, message_thread_id) !== undefined;
  if (!isLoaded && topic.muted_until !== undefined) sync.refreshTopics(chat_id, [message_thread_id]);
  store.setState(setTopicState(chat_id, message_thread_id, topic, frame.seq));
  if (unread_count === undefined || unread_after === undefined || unread_mentions === undefined) return;
  store.setState(setServerUnread(chat_id, { unread_count, unread_after, unread_mentions }));
  store.setState(setReadUpTo(chat_id, unread_after));
}

function chatActionHandler({ clock, store }: FrameRouterDeps): (frame: Extract<Frame, { type: "action" }>) => void {
  const timers = new Map<string, () => void>();
  return ({ chat_id, user, action, message_thread_id }) => {
    const name = `${chat_id}/${user.id}`;
    timers.get(name)?.();
    timers.delete(name);
    if (action === "cancel") {
      store.setState(stopChatAction(chat_id, user.id));
      return;
    }
    store.setState(
      startChatAction(chat_id, {
        user,
        action,
        ...(message_thread_id === undefined ? {} : { message_thread_id }),
      }),
    );
    timers.set(
      name,
      clock.after(ACTION_MS, () => {
        timers.delete(name);
        store.setState(stopChatAction(chat_id, user.id));
      }),
    );
  };
}
