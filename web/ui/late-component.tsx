/** Components that are not on the first screen: they are loaded after it, or when they are needed before. */
import { createContext, use, useEffect, useState, type ComponentType, type ReactNode } from "react";
import { firstScreenShown } from "./first-screen.ts";
import { lazyComponent, type LazyComponent } from "./lazy-component.tsx";

/** The pause after which a component is requested again, if it is needed and could not be loaded. */
const RETRY_MS = 2000;

/** Calls a function once, after some milliseconds. @returns a function that cancels it */
type After = (delay_ms: number, fire: () => void) => () => void;

/** The timer of late components. */
export const LateLoadContext = createContext<After>(() => () => {});

/**
 * Loads a component after the first screen. A failure is not reported: the component is requested again when it is needed.
 * @param isNeeded whether to load it at once
 * @returns whether the component is loaded
 */
export function useLateLoad<Props>({ preload, isLoaded }: LazyComponent<Props>, isNeeded: boolean): boolean {
  const after = use(LateLoadContext);
  const [isHere, setHere] = useState(isLoaded);
  useEffect(() => {
    let isCurrent = true;
    let cancelRetry = () => {};
    const load = async () => {
      await preload();
      if (!isCurrent) return;
      if (isLoaded()) setHere(true);
      else if (isNeeded) cancelRetry = after(RETRY_MS, () => void load());
    };
    void (isNeeded ? load() : firstScreenShown.then(load));
    return () => {
      isCurrent = false;
      cancelRetry();
    };
  }, [after, preload, isLoaded, isNeeded]);
  return isHere;
}

/** An overlay in a chunk of its own. If it is opened before the chunk is loaded, it appears when it is. */
export function lateOverlay<Props extends { readonly open: boolean }>(
  load: () => Promise<ComponentType<Props>>,
): (props: Props) => ReactNode {
  const Overlay = lazyComponent(load);
  return function LateOverlay(props: Props) {
    return useLateLoad(Overlay, props.open) ? <Overlay {...props} /> : null;
  };
}
