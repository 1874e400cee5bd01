/** A callback with a stable identity that runs the function of the latest render. */
import { useCallback, useLayoutEffect, useRef } from "react";

/** For props of memoized components. The callback must not be called during rendering. */
export function useStableCallback<A extends unknown[], R>(act: (...args: A) => R): (...args: A) => R {
  const latest = useRef(act);
  useLayoutEffect(() => void (latest.current = act));
  return useCallback((...args: A) => latest.current(...args), []);
}
