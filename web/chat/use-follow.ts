/** Whoever is at the end of a chat stays there, however fast messages come and whatever changes its size. */
import type { Virtualizer } from "@tanstack/react-virtual";
import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from "react";
import { useClient } from "../client/context.tsx";

interface FollowInput {
  readonly list: Virtualizer<HTMLDivElement, HTMLDivElement>;
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** Whether the last row is the newest message of the chat. */
  readonly reachesEnd: boolean;
  /** The first row that nobody has seen, while nobody looks: it is not taken out of sight. -1 if there is none. */
  readonly firstUnseen: () => number;
}

export interface Follow {
  /** Whether the list is at its end, or on its way there. */
  readonly atEnd: boolean;
  /** Goes to the end and stays there. */
  readonly toEnd: () => void;
  /** The list goes elsewhere by itself. */
  readonly leave: () => void;
}

/** Pixels from the end within which one is there. */
const NEAR_PX = 48;
/** Milliseconds after a hand has moved the list up before it may be taken to the end again: a slow finger is faster. */
const HAND_MS = 300;

export function useFollow({ list, scroller, reachesEnd, firstUnseen }: FollowInput): Follow {
  const { clock } = useClient().ports;
  const [atEnd, setAtEnd] = useState(true);
  const follows = useRef(false);
  const until_ms = useRef(0);
  /** Of the rows that were drawn last: below those of an older stretch come messages that are yet to be read. */
  const reachedEnd = useRef(reachesEnd);

  const settle = useCallback(() => {
    const left = leftOf(scroller.current);
    if (!reachedEnd.current) follows.current = false;
    if (follows.current && left > 0 && clock.now_ms() >= until_ms.current) {
      const unseen = firstUnseen();
      const [limit = Infinity] = unseen < 0 ? [] : (list.getOffsetForIndex(unseen, "start") ?? []);
      follows.current = limit >= offsetOfEnd(scroller.current);
      if (follows.current) list.scrollToEnd();
      else list.scrollToIndex(unseen, { align: "start" });
    }
    setAtEnd(follows.current || leftOf(scroller.current) <= NEAR_PX);
  }, [clock, firstUnseen, list, scroller]);

  const height = list.getTotalSize();
  useLayoutEffect(() => {
    settle();
    reachedEnd.current = reachesEnd;
  }, [settle, height, reachesEnd]);

  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(settle);
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller, settle]);

  useScrolled(scroller, (isUp) => {
    const isNear = leftOf(scroller.current) <= NEAR_PX;
    if (isNear || isUp) follows.current = isNear && reachedEnd.current;
    setAtEnd(follows.current || isNear);
  });
  useHands(scroller, () => {
    until_ms.current = clock.now_ms() + HAND_MS;
    list.cancelScroll();
    clock.after(HAND_MS, settle);
  });

  const toEnd = useCallback(() => {
    follows.current = true;
    until_ms.current = 0;
    list.scrollToEnd();
    setAtEnd(true);
  }, [list]);
  const leave = useCallback(() => void (follows.current = false), []);
  return { atEnd, toEnd, leave };
}

/** Pixels below what is in sight. */
function leftOf(element: HTMLElement | null): number {
  return element ? offsetOfEnd(element) - element.scrollTop : 0;
}

function offsetOfEnd(element: HTMLElement | null): number {
  return element ? element.scrollHeight - element.clientHeight : 0;
}

/** Tells of every move of the list, and whether it was up. */
function useScrolled(scroller: FollowInput["scroller"], moved: (isUp: boolean) => void): void {
  const told = useRef(moved);
  useLayoutEffect(() => void (told.current = moved));
  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    let before = element.scrollTop;
    const onScroll = () => {
      const isUp = element.scrollTop < before;
      before = element.scrollTop;
      told.current(isUp);
    };
    element.addEventListener("scroll", onScroll, { passive: true });
    return () => element.removeEventListener("scroll", onScroll);
  }, [scroller]);
}

/** Tells when a hand moves the list up, or may be about to. */
function useHands(scroller: FollowInput["scroller"], handled: () => void): void {
  const told = useRef(handled);
  useLayoutEffect(() => void (told.current = handled));
  useEffect(() => {
    const ended = new AbortController();
    const options = { passive: true, signal: ended.signal } as const;
    scroller.current?.addEventListener("wheel", ({ deltaY }) => deltaY < 0 && told.current(), options);
    scroller.current?.addEventListener("touchmove", () => told.current(), options);
    return () => ended.abort();
  }, [scroller]);
}
