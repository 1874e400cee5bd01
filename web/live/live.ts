/** Takes the frames of the line to where they belong. */
import type { CallbackAnswer, Frame } from "@heliogram/shared/frames.ts";
import { PROTOCOL } from "@heliogram/shared/frames.ts";
import type { Clock } from "../ports/clock.ts";
import { startActing, stopActing } from "../store/acting.ts";
import { takeSettings } from "../store/chats.ts";
import { showOwnRequest, showWaiting } from "../store/requests.ts";
import type { Store } from "../store/state.ts";
import { showOwnReading } from "./events.ts";
import type { Sync } from "./sync.ts";

/** What somebody does is over after this, unless it is said again. */
const ACTION_MS = 6000;

export interface LiveDeps {
  readonly clock: Clock;
  readonly store: Store;
  readonly sync: Sync;
  readonly onCallbackAnswer: (answer: CallbackAnswer) => void;
  /** The person's own name, or what they may do, changed. */
  readonly onProfile: () => void;
  /** The service speaks a newer language than this page. */
  readonly onOutdated: () => void;
}

/** @returns the taker of frames; a beat needs no more than to have been heard */
export function takeFrames(deps: LiveDeps): (frame: Frame) => void {
  const { store, sync } = deps;
  const takeAction = actions(deps);
  return (frame) => {
    switch (frame.type) {
      case "hello":
        if (frame.protocol !== PROTOCOL) deps.onOutdated();
        // What happened to the sessions while the line was broken is told by nobody else.
        store.setState({ line: "open", sessions_seq: frame.seq });
        void sync.opened(frame).catch(() => {});
        return;
      case "chat":
        sync.takeChatFrame(frame);
        return;
      case "account":
        takeNews(deps, frame);
        sync.heardNews(frame.seq);
        return;
      case "joined":
        void sync.reread(frame.chat_id).catch(() => {});
        return;
      case "gone":
        sync.forget(frame.chat_id);
        return;
      case "action":
        takeAction(frame);
    }
  };
}

/** What concerns the person alone. */
function takeNews({ store, onCallbackAnswer, onProfile }: LiveDeps, frame: Extract<Frame, { type: "account" }>): void {
  switch (frame.kind) {
    case "callback_answer":
      onCallbackAnswer(frame);
      return;
    case "profile":
      onProfile();
      return;
    case "session":
      store.setState({ sessions_seq: frame.seq });
      return;
    case "read":
      store.setState(showOwnReading(frame));
      return;
    case "chat_settings":
      if (frame.chat_id !== undefined && frame.settings) {
        store.setState(takeSettings(frame.chat_id, frame.settings, frame.seq));
      }
      return;
    case "pinned_chats":
      store.setState({ pinned_chats: frame.pinned_chats });
      return;
    case "join_request":
      store.setState(showOwnRequest(frame.chat_id, frame.state));
      return;
    case "join_requests":
      store.setState(showWaiting(frame.chat_id, frame.join_request_count));
  }
}

function actions({ clock, store }: LiveDeps): (frame: Extract<Frame, { type: "action" }>) => void {
  const endings = new Map<string, () => void>();
  return ({ chat_id, user, action }) => {
    const name = `${chat_id}/${user.id}`;
    endings.get(name)?.();
    endings.delete(name);
    if (action === "cancel") {
      store.setState(stopActing(chat_id, user.id));
      return;
    }
    store.setState(startActing(chat_id, { user, action }));
    endings.set(
      name,
      clock.after(ACTION_MS, () => {
        endings.delete(name);
        store.setState(stopActing(chat_id, user.id));
      }),
    );
  };
}
