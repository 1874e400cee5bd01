/** The status of browser and page: whether the browser is online, and whether the page is visible and focused. */

export interface BrowserStatus {
  isPageActive(): boolean;
  /** Whether any page of the client in this browser is active. */
  isAnyPageActive(): Promise<boolean>;
  /** Whether the browser has a network; the server may still be unreachable. */
  isOnline(): boolean;
  /** Calls `changed` when the status may have changed. @returns a function that stops it */
  watch(changed: () => void): () => void;
}

/** A shared lock that every active page holds. The browser releases it when a page ends, however it ends. */
const ACTIVE_LOCK = "heliogram-looked-at";

export function browserStatus(): BrowserStatus {
  const isPageActive = () => document.visibilityState === "visible" && document.hasFocus();
  const watch = (changed: () => void) => {
    const listeners = new AbortController();
    const { signal } = listeners;
    for (const name of ["online", "offline", "focus", "blur"]) window.addEventListener(name, changed, { signal });
    document.addEventListener("visibilitychange", changed, { signal });
    return () => listeners.abort();
  };
  // The Locks API is not available on plain HTTP.
  const locks = "locks" in navigator ? navigator.locks : undefined;
  if (locks) holdLockWhileActive(locks, isPageActive, watch);
  return {
    isPageActive,
    async isAnyPageActive() {
      if (isPageActive()) return true;
      const { held = [] } = (await locks?.query()) ?? {};
      return held.some(({ name }) => name === ACTIVE_LOCK);
    },
    isOnline: () => navigator.onLine,
    watch,
  };
}

/** Holds the shared lock while this page is active, so that other pages can query it. */
function holdLockWhileActive(locks: LockManager, isPageActive: () => boolean, watch: BrowserStatus["watch"]): void {
  let held: AbortController | undefined;
  const update = () => {
    if (isPageActive() === (held !== undefined)) return;
    if (held) {
      held.abort();
      held = undefined;
      return;
    }
    const { signal } = (held = new AbortController());
    const untilEnded = () =>
      new Promise<void>((done) => (signal.aborted ? done() : signal.addEventListener("abort", () => done())));
    locks.request(ACTIVE_LOCK, { mode: "shared" }, untilEnded).catch(() => {
      // The request is rejected for a page that is being unloaded.
    });
  };
  watch(update);
  update();
}
