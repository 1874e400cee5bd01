/** What was really in sight is read: shown at the time, in a page that somebody looks at. */
import { useCallback, useEffect, type RefObject } from "react";
import { useClient } from "../client/context.tsx";
import { useSteady } from "../client/use-steady.ts";
import { useViewing } from "../message/viewing.ts";
import type { Row } from "../model/rows.ts";
import { useCovered } from "./use-covered.ts";

interface ReadingInput {
  readonly chat_id: number;
  readonly rows: readonly Row[];
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** Whether the list is where it opens: what it passes on its way there nobody sees. */
  readonly started: boolean;
  /** Whether the newest message of the chat is in sight, and those that come will be. */
  readonly atEnd: boolean;
  /** Changes with all that may have brought other rows into sight. */
  readonly moved: string;
}

/** Of the last row, so many pixels may be missing. */
const SLACK_PX = 2;

export function useReading({ chat_id, rows, scroller, started, atEnd, moved }: ReadingInput): void {
  const { reading, ports } = useClient();
  const covered = useHidden();
  const look = useSteady(() => {
    const isSeen = started && !covered && ports.surroundings.isVisible();
    reading.sitAtEnd(isSeen && atEnd ? chat_id : undefined);
    const newest = isSeen ? newestIn(scroller.current, rows) : 0;
    if (newest > 0) reading.markRead(chat_id, newest);
  });
  useEffect(look, [look, rows, started, covered, atEnd, moved]);
  useEffect(() => ports.surroundings.watch(look), [look, ports]);
  const leave = useCallback(() => reading.sitAtEnd(), [reading]);
  useEffect(() => leave, [leave]);
}

/** Whether something of the client's own lies over the messages. */
function useHidden(): boolean {
  const isInPanel = useCovered();
  const isInViewer = useViewing();
  return isInPanel || isInViewer;
}

/** @returns what finds the first row that nobody has seen, while nobody looks; -1 if there is none */
export function useFirstUnseen(chat_id: number, rows: readonly Row[]): () => number {
  const { store, ports } = useClient();
  const covered = useHidden();
  return useSteady(() => {
    if (!covered && ports.surroundings.isVisible()) return -1;
    const read = store.getState().chats?.[chat_id]?.read_up_to ?? 0;
    const first = rows.findIndex((row) => numberOf(row) > read && !(row.kind === "post" && row.own));
    // The line above it is seen with it.
    return rows[first - 1]?.kind === "unread" ? first - 1 : first;
  });
}

/** The newest message whose end is in sight; 0 if there is none. */
function newestIn(scroller: HTMLElement | null, rows: readonly Row[]): number {
  if (!scroller) return 0;
  const { top, bottom } = scroller.getBoundingClientRect();
  let newest = 0;
  for (const element of scroller.querySelectorAll<HTMLElement>("[data-index]")) {
    const row = rows[Number(element.dataset.index)];
    const end = element.getBoundingClientRect().bottom;
    if (row && end > top && end <= bottom + SLACK_PX) newest = Math.max(newest, numberOf(row));
  }
  return newest;
}

/** The newest message of a row; 0 for a row without one. */
export function numberOf(row: Row): number {
  if (row.kind === "post") return row.messages.at(-1)!.message_id;
  return row.kind === "service" ? row.message.message_id : 0;
}
