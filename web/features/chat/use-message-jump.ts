/** Scrolls to a message anywhere in the chat and highlights it for a moment. */
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useClient } from "../../core/client/context.tsx";
import { usePlace } from "../../core/client/use-place.ts";
import { threadIdOf } from "../../core/model/chats/place.ts";
import type { History } from "../../core/model/messages/history.ts";
import { useStableCallback } from "../../core/client/use-stable-callback.ts";
import type { Row } from "../../core/model/messages/rows.ts";
import { findThread } from "./find-thread.ts";
import { useScrollOnSend } from "./use-scroll-on-send.ts";
import type { Scroll } from "./use-scroll.ts";
import { useJumpHistory } from "./use-jump-history.ts";

interface MessageJumpInput {
  readonly chat_id: number;
  /** A message requested from outside the list. */
  readonly requested: JumpTarget | undefined;
  readonly rows: readonly Row[];
  readonly scroll: Pick<Scroll, "scrollTo" | "scrollToEnd" | "visibleRange" | "atEnd">;
}

/** A message to scroll to, or the first one at or after a time in seconds. A new object is a new request. */
export type JumpTarget = { readonly message_id: number } | { readonly since_s: number };

export interface MessageJump {
  /** The key of the highlighted row. */
  readonly highlightedKey: string | undefined;
  /** Scrolls to a message. `from` is the message whose reference was followed, if any. The function is stable. */
  readonly jumpTo: (message_id: number, from?: number) => void;
  /** Returns to the message that the last jump started from; if there is none, scrolls to the newest message. */
  readonly jumpDown: () => void;
}

const HIGHLIGHT_MS = 1600;
const NEWEST = "newest";

export function useMessageJump({ chat_id, requested, rows, scroll }: MessageJumpInput): MessageJump {
  const { history, store } = useClient();
  const [target, setTarget] = useState<number | typeof NEWEST>();
  const [highlightedKey, setHighlightedKey] = useHighlight();
  const place = usePlace(chat_id);
  const goElsewhere = useGoElsewhere(chat_id);
  const { scrollTo, scrollToEnd } = scroll;
  const jumpHistory = useJumpHistory(chat_id, useStableCallback(scroll.visibleRange), scroll.atEnd);

  // The messages around the target may have to be loaded first. The effect runs again when the rows change.
  useEffect(() => {
    if (target === undefined) return;
    if (target === NEWEST) {
      setTarget(undefined);
      scrollToEnd();
      return;
    }
    const row = rows.find((each) => containsMessage(each, target));
    if (!row) return;
    setTarget(undefined);
    scrollTo(row.key, "center");
    setHighlightedKey(row.key);
  }, [target, rows, scrollTo, scrollToEnd, setHighlightedKey]);

  const jumpTo = useStableCallback((message_id: number, from?: number) => {
    if (from !== undefined) jumpHistory.push(from, message_id);
    setTarget(message_id);
    if (rows.some((row) => containsMessage(row, message_id))) return;
    void history.openHistory(place, message_id).then(
      () => goElsewhere(message_id) && setTarget(undefined),
      () => setTarget(undefined),
    );
  });
  const jumpToTime = useStableCallback((since_s: number) => {
    void history.openSince(place, since_s).then(setTarget, () => {});
  });
  useEffect(() => {
    if (!requested) return;
    if ("since_s" in requested) jumpToTime(requested.since_s);
    else jumpTo(requested.message_id);
  }, [requested, jumpTo, jumpToTime]);

  const jumpToLatest = () => {
    if (store.getState().histories[place]?.reachesEnd) setTarget(NEWEST);
    else
      void history.openHistory(place).then(
        () => setTarget(NEWEST),
        () => {},
      );
  };
  useScrollOnSend(chat_id, jumpToLatest);
  const jumpDown = () => {
    const from = jumpHistory.pop();
    if (from === undefined) jumpToLatest();
    else jumpTo(from);
  };
  return { highlightedKey, jumpTo, jumpDown };
}

/** The key of the highlighted row, which is reset after a moment. */
function useHighlight() {
  const { clock } = useClient().ports;
  const [key, setKey] = useState<string>();
  useEffect(() => (key === undefined ? undefined : clock.after(HIGHLIGHT_MS, () => setKey(undefined))), [key, clock]);
  return [key, setKey] as const;
}

/**
 * Opens the topic of a message that is not in the open one.
 * @returns a function of a message around which the open topic was loaded: whether the message is elsewhere or nowhere
 */
function useGoElsewhere(chat_id: number): (message_id: number) => boolean {
  const { api, store } = useClient();
  const place = usePlace(chat_id);
  const navigate = useNavigate();
  return (message_id) => {
    if (threadIdOf(place) === undefined || isLoaded(store.getState().histories[place], message_id)) return false;
    void findThread(api, chat_id, message_id).then(
      (topic) => {
        if (topic === undefined || topic === threadIdOf(place)) return;
        void navigate({ to: "/chat/$chatId", params: { chatId: chat_id }, search: { topic, message: message_id } });
      },
      () => {},
    );
    return true;
  };
}

function isLoaded(history: History | undefined, message_id: number): boolean {
  return history?.messages.some((each) => each.message_id === message_id) ?? false;
}

function containsMessage(row: Row, message_id: number): boolean {
  return "messages" in row && row.messages.some((message) => message.message_id === message_id);
}
