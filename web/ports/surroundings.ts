/** What the browser says of itself: whether it is online, whether the page is looked at. */

export interface Surroundings {
  isVisible(): boolean;
  /** Whether there is a network at all; there may still be no way to the service. */
  isOnline(): boolean;
  /** Calls `changed` when either may have changed. @returns a function that ends it */
  watch(changed: () => void): () => void;
}

export function browserSurroundings(): Surroundings {
  return {
    isVisible: () => document.visibilityState === "visible" && document.hasFocus(),
    isOnline: () => navigator.onLine,
    watch(changed) {
      const ended = new AbortController();
      const { signal } = ended;
      for (const name of ["online", "offline", "focus", "blur"]) window.addEventListener(name, changed, { signal });
      document.addEventListener("visibilitychange", changed, { signal });
      return () => ended.abort();
    },
  };
}
