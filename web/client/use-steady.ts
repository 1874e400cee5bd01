/** A function that stays the same one, and does what the newest drawing wants. */
import { useCallback, useLayoutEffect, useRef } from "react";

/** For parts that are drawn anew only when what they are given is other than before. Not to be called while drawing. */
export function useSteady<A extends unknown[], R>(act: (...args: A) => R): (...args: A) => R {
  const latest = useRef(act);
  useLayoutEffect(() => void (latest.current = act));
  return useCallback((...args: A) => latest.current(...args), []);
}
