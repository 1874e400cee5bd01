/** Notifies when the page goes away: it is closed, reloaded, left, or put into the background, where it may be ended. */

/** @returns a function that stops */
export function onPageHide(act: () => void): () => void {
  const onVisibility = () => {
    if (document.visibilityState === "hidden") act();
  };
  window.addEventListener("pagehide", act);
  document.addEventListener("visibilitychange", onVisibility);
  return () => {
    window.removeEventListener("pagehide", act);
    document.removeEventListener("visibilitychange", onVisibility);
  };
}
