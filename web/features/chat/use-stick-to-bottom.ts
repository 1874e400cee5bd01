/**
 * Keeps the list at its end while the user is there, however fast messages arrive and whatever changes their height.
 */
import type { Virtualizer } from "@tanstack/react-virtual";
import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from "react";
import { useClient } from "../../core/client/context.tsx";

interface StickToBottomInput {
  readonly list: Virtualizer<HTMLDivElement, HTMLDivElement>;
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** Whether the last row is the newest message of the chat. */
  readonly reachesEnd: boolean;
  /**
   * The index of the first unseen row while nobody looks at the chat, else -1. The list does not scroll past that row.
   */
  readonly firstUnseen: () => number;
}

export interface StickToBottom {
  /** Whether the list is at its end or scrolling there. */
  readonly atEnd: boolean;
  /** Scrolls to the end and stays there. */
  readonly scrollToEnd: () => void;
  /** Stops following the end, because the list scrolls elsewhere. */
  readonly release: () => void;
}

/** The distance from the end, in pixels, within which the list counts as being at its end. */
const AT_END_PX = 48;
/**
 * Milliseconds after the user scrolled up in which the list does not scroll to its end by itself. Touch events of a
 * slow finger follow one another faster than this.
 */
const USER_SCROLL_PAUSE_MS = 300;

export function useStickToBottom({ list, scroller, reachesEnd, firstUnseen }: StickToBottomInput): StickToBottom {
  const { clock } = useClient().ports;
  const [atEnd, setAtEnd] = useState(true);
  const isStuck = useRef(false);
  const pausedUntil_ms = useRef(0);
  /**
   * `reachesEnd` at the last render. Below the rows of an older part of the history, the messages that follow are still
   * to be read.
   */
  const lastReachesEnd = useRef(reachesEnd);

  const update = useCallback(() => {
    const distance = distanceToEnd(scroller.current);
    if (!lastReachesEnd.current) isStuck.current = false;
    if (isStuck.current && distance > 0 && clock.now_ms() >= pausedUntil_ms.current) {
      const unseen = firstUnseen();
      const [limit = Infinity] = unseen < 0 ? [] : (list.getOffsetForIndex(unseen, "start") ?? []);
      isStuck.current = limit >= maxScrollTop(scroller.current);
      if (isStuck.current) list.scrollToEnd();
      else list.scrollToIndex(unseen, { align: "start" });
    }
    setAtEnd(isStuck.current || distanceToEnd(scroller.current) <= AT_END_PX);
  }, [clock, firstUnseen, list, scroller]);

  const height = list.getTotalSize();
  useLayoutEffect(() => {
    update();
    lastReachesEnd.current = reachesEnd;
  }, [update, height, reachesEnd]);

  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(update);
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller, update]);

  useScrollListener(scroller, (isUp) => {
    const isNear = distanceToEnd(scroller.current) <= AT_END_PX;
    if (isNear || isUp) isStuck.current = isNear && lastReachesEnd.current;
    setAtEnd(isStuck.current || isNear);
  });
  useUserScrollListener(scroller, () => {
    pausedUntil_ms.current = clock.now_ms() + USER_SCROLL_PAUSE_MS;
    list.cancelScroll();
    clock.after(USER_SCROLL_PAUSE_MS, update);
  });

  const scrollToEnd = useCallback(() => {
    isStuck.current = true;
    pausedUntil_ms.current = 0;
    list.scrollToEnd();
    setAtEnd(true);
  }, [list]);
  const release = useCallback(() => void (isStuck.current = false), []);
  return { atEnd, scrollToEnd, release };
}

/** Pixels below the viewport. */
function distanceToEnd(element: HTMLElement | null): number {
  return element ? maxScrollTop(element) - element.scrollTop : 0;
}

function maxScrollTop(element: HTMLElement | null): number {
  return element ? element.scrollHeight - element.clientHeight : 0;
}

/** Calls back on every scroll event, and says whether it was upward. */
function useScrollListener(scroller: StickToBottomInput["scroller"], onScrolled: (isUp: boolean) => void): void {
  const latest = useRef(onScrolled);
  useLayoutEffect(() => void (latest.current = onScrolled));
  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    let before = element.scrollTop;
    const onScroll = () => {
      const isUp = element.scrollTop < before;
      before = element.scrollTop;
      latest.current(isUp);
    };
    element.addEventListener("scroll", onScroll, { passive: true });
    return () => element.removeEventListener("scroll", onScroll);
  }, [scroller]);
}

/** Calls back when the user scrolls up or may be about to. */
function useUserScrollListener(scroller: StickToBottomInput["scroller"], onUserScroll: () => void): void {
  const latest = useRef(onUserScroll);
  useLayoutEffect(() => void (latest.current = onUserScroll));
  useEffect(() => {
    const controller = new AbortController();
    const options = { passive: true, signal: controller.signal } as const;
    scroller.current?.addEventListener("wheel", ({ deltaY }) => deltaY < 0 && latest.current(), options);
    scroller.current?.addEventListener("touchmove", () => latest.current(), options);
    return () => controller.abort();
  }, [scroller]);
}
