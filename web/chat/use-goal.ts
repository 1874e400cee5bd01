/** The row that the list is on its way to: rows that come above it must not put another one in its place. */
import type { Virtualizer } from "@tanstack/react-virtual";
import { useCallback, useEffect, useLayoutEffect, useRef, type RefObject } from "react";
import { useClient } from "../client/context.tsx";
import type { Row } from "../model/rows.ts";

export type Align = "start" | "center" | "auto";

interface GoalInput {
  readonly list: Virtualizer<HTMLDivElement, HTMLDivElement>;
  readonly rows: readonly Row[];
  readonly scroller: RefObject<HTMLDivElement | null>;
}

/** The list may be on its way for so long, as sizes turn out; most often it is for two or three frames. */
const WAY_MS = 5000;
/** Whoever does one of these goes elsewhere. */
const HANDS = ["wheel", "touchstart", "pointerdown", "keydown"];

export interface Goal {
  /** Goes to a row, if it is there. */
  readonly goTo: (key: string, align: Align) => void;
  /** The list goes elsewhere. */
  readonly forget: () => void;
}

export function useGoal({ list, rows, scroller }: GoalInput): Goal {
  const { clock } = useClient().ports;
  const goal = useRef<{ readonly key: string; readonly align: Align; readonly index: number; until_ms: number }>(
    undefined,
  );

  // The list knows an index, which is another row's as soon as older messages come.
  useLayoutEffect(() => {
    const { current } = goal;
    if (!current) return;
    const index = rows.findIndex((row) => row.key === current.key);
    if (index === current.index) return;
    goal.current = index < 0 || clock.now_ms() > current.until_ms ? undefined : { ...current, index };
    if (goal.current) list.scrollToIndex(index, { align: current.align });
  }, [clock, list, rows]);

  const forget = useCallback(() => void (goal.current = undefined), []);
  useEffect(() => {
    const ended = new AbortController();
    for (const name of HANDS) {
      scroller.current?.addEventListener(name, forget, { capture: true, passive: true, signal: ended.signal });
    }
    return () => ended.abort();
  }, [forget, scroller]);

  const goTo = useCallback(
    (key: string, align: Align) => {
      const index = rows.findIndex((row) => row.key === key);
      if (index < 0) return;
      goal.current = { key, align, index, until_ms: clock.now_ms() + WAY_MS };
      list.scrollToIndex(index, { align });
    },
    [clock, list, rows],
  );
  return { goTo, forget };
}
