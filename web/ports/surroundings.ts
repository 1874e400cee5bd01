/** What the browser says of itself: whether it is online, whether the page is looked at. */

export interface Surroundings {
  isVisible(): boolean;
  /** Whether somebody looks at a page of the client in this browser: this one, or another. */
  isLookedAt(): Promise<boolean>;
  /** Whether there is a network at all; there may still be no way to the service. */
  isOnline(): boolean;
  /** Calls `changed` when either may have changed. @returns a function that ends it */
  watch(changed: () => void): () => void;
}

/** Held by every page that somebody looks at. The browser lets go of it for pages that end, however they do. */
const LOOKED_AT = "heliogram-looked-at";

export function browserSurroundings(): Surroundings {
  const isVisible = () => document.visibilityState === "visible" && document.hasFocus();
  const watch = (changed: () => void) => {
    const ended = new AbortController();
    const { signal } = ended;
    for (const name of ["online", "offline", "focus", "blur"]) window.addEventListener(name, changed, { signal });
    document.addEventListener("visibilitychange", changed, { signal });
    return () => ended.abort();
  };
  // Browsers have neither locks nor notices for pages over plain http.
  const locks = "locks" in navigator ? navigator.locks : undefined;
  if (locks) holdWhile(locks, isVisible, watch);
  return {
    isVisible,
    async isLookedAt() {
      if (isVisible()) return true;
      const { held = [] } = (await locks?.query()) ?? {};
      return held.some(({ name }) => name === LOOKED_AT);
    },
    isOnline: () => navigator.onLine,
    watch,
  };
}

/** Tells the other pages, by a lock that any number of them can hold, while this one is looked at. */
function holdWhile(locks: LockManager, isVisible: () => boolean, watch: Surroundings["watch"]): void {
  let held: AbortController | undefined;
  const look = () => {
    if (isVisible() === (held !== undefined)) return;
    if (held) {
      held.abort();
      held = undefined;
      return;
    }
    const { signal } = (held = new AbortController());
    const untilEnded = () =>
      new Promise<void>((done) => (signal.aborted ? done() : signal.addEventListener("abort", () => done())));
    locks.request(LOOKED_AT, { mode: "shared" }, untilEnded).catch(() => {
      // A page that is being left is refused its lock, and is looked at no more.
    });
  };
  watch(look);
  look();
}
