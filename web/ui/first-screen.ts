/** When the first screen is shown: parts that are not on it are loaded then, before somebody needs them. */

const shown = Promise.withResolvers<void>();

/** For browsers that do not tell when they are idle. */
const PAUSE_MS = 200;

/** Fulfilled once the first screen is shown and the browser has nothing else to do. */
export const firstScreenShown: Promise<void> = shown.promise;

/**
 * Called when everything on the first screen is loaded.
 * @param after calls a function after some milliseconds
 */
export function markFirstScreenShown(after: (delay_ms: number, fire: () => void) => void): void {
  if ("requestIdleCallback" in window) window.requestIdleCallback(() => shown.resolve(), { timeout: 2000 });
  else after(PAUSE_MS, shown.resolve);
}
