/** Marks messages as read that were in the viewport of a page that the user looks at. */
import { useCallback, useEffect, type RefObject } from "react";
import { useClient } from "../../core/client/context.tsx";
import { usePlace } from "../../core/client/use-place.ts";
import { useStableCallback } from "../../core/client/use-stable-callback.ts";
import { useIsViewerOpen } from "../message/viewer-context.ts";
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
  const { reading, ports } = useClient();
  const place = usePlace(chat_id);
  const obscured = useIsObscured();
  const update = useStableCallback(() => {
    const isSeen = started && !obscured && ports.browserStatus.isPageActive();
    reading.setFollowed(isSeen && atEnd ? place : undefined);
    const newest = isSeen ? newestVisibleId(scroller.current, rows) : 0;
    if (newest > 0) reading.markRead(place, newest);
  });
  useEffect(update, [update, rows, started, obscured, atEnd, visibilityKey]);
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

/** The id of the newest message whose lower edge is in view; 0 if there is none. */
function newestVisibleId(scroller: HTMLElement | null, rows: readonly Row[]): number {
  if (!scroller) return 0;
  const { top, bottom } = scroller.getBoundingClientRect();
  let newest = 0;
  for (const element of scroller.querySelectorAll<HTMLElement>("[data-index]")) {
    const row = rows[Number(element.dataset.index)];
    const end = element.getBoundingClientRect().bottom;
    if (row && end > top && end <= bottom + TOLERANCE_PX) newest = Math.max(newest, newestIdOf(row));
  }
  return newest;
}

/** The id of the newest message of a row; 0 for a row without messages. */
export function newestIdOf(row: Row): number {
  return "messages" in row ? row.messages.at(-1)!.message_id : 0;
}
