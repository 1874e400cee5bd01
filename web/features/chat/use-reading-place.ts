/** Where a chat was left: kept when it is closed, and where it opens the next time. */
import type { Virtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef, useState } from "react";
import { useClient } from "../../core/client/context.tsx";
import { usePlace } from "../../core/client/use-place.ts";
import type { Row } from "../../core/model/messages/rows.ts";
import { setReadingPlace } from "../../core/store/histories.ts";
import type { ReadingPlace } from "../../core/store/state.ts";
import { newestIdOf } from "./use-mark-read.ts";

interface KeepPlaceInput {
  readonly chat_id: number;
  readonly list: Virtualizer<HTMLDivElement, HTMLDivElement>;
  readonly rows: readonly Row[];
  readonly atEnd: boolean;
}

/** The place where the chat was left before it was opened now. */
export function useReadingPlace(chat_id: number): ReadingPlace | undefined {
  const { store } = useClient();
  const place = usePlace(chat_id);
  const [left] = useState(() => store.getState().reading_places[place]);
  return left;
}

/** The row of a place: that of its message, or of the next one if it was deleted. */
export function rowAt(rows: readonly Row[], { message_id }: ReadingPlace): Row | undefined {
  return rows.find((row) => newestIdOf(row) >= message_id);
}

/** Keeps the place when the chat is closed. */
export function useKeepPlace({ chat_id, list, rows, atEnd }: KeepPlaceInput): void {
  const { store } = useClient();
  const place = usePlace(chat_id);
  const latest = useRef({ rows, atEnd });
  useEffect(() => void (latest.current = { rows, atEnd }));
  useEffect(
    () => () =>
      store.setState(setReadingPlace(place, latest.current.atEnd ? undefined : placeOf(list, latest.current.rows))),
    [place, list, store],
  );
}

/** The first message that begins in view. */
function placeOf(list: KeepPlaceInput["list"], rows: readonly Row[]): ReadingPlace | undefined {
  const offset = list.scrollOffset ?? 0;
  const item = list.measurementsCache.find(({ index, start }) => start >= offset && newestIdOf(rows[index]!) > 0);
  return item && { message_id: newestIdOf(rows[item.index]!), below_px: item.start - offset };
}
