/** Components in chunks of their own. */
import { lazyRouteComponent, type AsyncRouteComponent } from "@tanstack/react-router";
import { useEffect, useState, type ComponentType, type ReactNode } from "react";

export interface LazyComponent<Props> {
  (props: Props): ReactNode;
  /** Loads the chunk, unless it is loaded. The promise is fulfilled also if that fails; the component reports it. */
  readonly preload: () => Promise<void>;
  readonly isLoaded: () => boolean;
}

/**
 * A component whose chunk is loaded by `preload`, or when it is first rendered. Until then it shows `fallback`. It does not
 * suspend, because React shows content that was suspended only 300 ms after the last fallback.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode = null,
): LazyComponent<Props> {
  // The type of the result cannot be derived while that of the properties is open.
  const Loaded = lazyRouteComponent(async () => ({ default: await load() })) as AsyncRouteComponent<Props>;
  const preload = async () => {
    await Loaded.preload?.();
  };
  const isLoaded = () => Loaded.preload === undefined;
  function Lazy(props: Props) {
    const [settled, setSettled] = useState(isLoaded);
    useEffect(() => void preload().then(() => setSettled(true)), []);
    return settled ? <Loaded {...props} /> : fallback;
  }
  return Object.assign(Lazy, { preload, isLoaded });
}
