/** Marks messages as read, and reactions to them as seen, that were in the viewport of a page that the user looks at. */
import { useCallback, useEffect, type RefObject } from "react";
import { useClient, useClientState } from "../../core/client/context.tsx";
import { usePlace } from "../../core/client/use-place.ts";
import { useStableCallback } from "../../core/client/use-stable-callback.ts";
import { useIsViewerOpen } from "../message/viewer-context.ts";
import { hasReactions } from "../../core/model/messages/reactions.ts";
import type { Row } from "../../core/model/messages/rows.ts";
import { readStateOf } from "../../core/store/topics.ts";
import { usePanelCoversChat } from "./use-panel-covers-chat.ts";

interface MarkReadInput {
  readonly chat_id: number;
  readonly rows: readonly Row[];
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** Whether the list has reached its initial position. Messages that it passes on the way there are not seen. */
  readonly started: boolean;
  /** Whether the newest message of the chat is in view and new ones will be. */
  readonly atEnd: boolean;
  /** Changes whenever other rows may have come into view. */
  readonly visibilityKey: string;
}

/** The number of pixels of the last row that may be out of view. */
const TOLERANCE_PX = 2;

export function useMarkRead({ chat_id, rows, scroller, started, atEnd, visibilityKey }: MarkReadInput): void {
  const { reading, reactions, ports } = useClient();
  const place = usePlace(chat_id);
  const obscured = useIsObscured();
  const unread_reactions = useClientState((state) => state.chats?.[chat_id]?.unread_reactions ?? 0);
  const update = useStableCallback(() => {
    const isSeen = started && !obscured && ports.browserStatus.isPageActive();
    reading.setFollowed(isSeen && atEnd ? place : undefined);
    const visible = isSeen ? visibleRows(scroller.current, rows) : [];
    const newest = Math.max(0, ...visible.map(newestIdOf));
    if (newest > 0) reading.markRead(place, newest);
    if (unread_reactions > 0) reactions.markShown(chat_id, visible.flatMap(reactedOwnId));
  });
  useEffect(update, [update, rows, started, obscured, atEnd, visibilityKey, unread_reactions]);
  useEffect(() => ports.browserStatus.watch(update), [update, ports]);
  const leave = useCallback(() => reading.setFollowed(), [reading]);
  useEffect(() => leave, [leave]);
}

/** Whether the panel or the viewer covers the messages. */
function useIsObscured(): boolean {
  const isInPanel = usePanelCoversChat();
  const isInViewer = useIsViewerOpen();
  return isInPanel || isInViewer;
}

/**
 * @returns a function that finds the index of the first unseen row while nobody looks at the chat; -1 if there is none
 */
export function useFirstUnseen(chat_id: number, rows: readonly Row[]): () => number {
  const { store, ports } = useClient();
  const place = usePlace(chat_id);
  const obscured = useIsObscured();
  return useStableCallback(() => {
    if (!obscured && ports.browserStatus.isPageActive()) return -1;
    const read = readStateOf(store.getState(), place)?.read_up_to ?? 0;
    const first = rows.findIndex((row) => newestIdOf(row) > read && !(row.kind === "post" && row.isOwn));
    // The line above the unread messages counts as part of the first of them.
    return rows[first - 1]?.kind === "unread" ? first - 1 : first;
  });
}

/** The rows whose lower edge is in view. */
function visibleRows(scroller: HTMLElement | null, rows: readonly Row[]): readonly Row[] {
  if (!scroller) return [];
  const { top, bottom } = scroller.getBoundingClientRect();
  const visible: Row[] = [];
  for (const element of scroller.querySelectorAll<HTMLElement>("[data-index]")) {
    const row = rows[Number(element.dataset.index)];
    const end = element.getBoundingClientRect().bottom;
    if (row && end > top && end <= bottom + TOLERANCE_PX) visible.push(row);
  }
  return visible;
}

/** The id of a message of the user's own that has reactions. */
function reactedOwnId(row: Row): readonly number[] {
  return row.kind === "post" && row.isOwn && hasReactions(row.messages[0]) ? [row.messages[0].message_id] : [];
}

/** The id of the newest message of a row; 0 for a row without messages. */
export function newestIdOf(row: Row): number {
  return "messages" in row ? row.messages.at(-1)!.message_id : 0;
}
