/* Runs in every page before anything of its own: says when something has been painted, and how a list moves. */

globalThis.bench = (() => {
  /**
   * Milliseconds since 1970, by the one clock that all pages of a browser share, once `find` finds something and the
   * frame with it has been painted. The change is seen by an observer, at the end of the task that made it; the first
   * animation frame after that is the one that draws it, and when the second begins, it has been drawn: up to one frame
   * is counted too much, never too little. (Element timing knows only what is marked in the page's source, and the
   * paint entries of the browser tell the first of anything, a placeholder too.)
   */
  const painted = (find) =>
    new Promise((done) => {
      const observer = new MutationObserver(look);
      function look() {
        if (!find()) return;
        observer.disconnect();
        requestAnimationFrame(() => requestAnimationFrame(() => done(performance.timeOrigin + performance.now())));
      }
      observer.observe(document, { childList: true, subtree: true, characterData: true });
      look();
    });

  /** When the key that was pressed last went down, by the same clock. */
  let pressed_ms = Number.NaN;
  addEventListener("keydown", ({ timeStamp }) => (pressed_ms = performance.timeOrigin + timeStamp), true);

  const says = (text) => [...document.querySelectorAll("article")].some((each) => each.textContent.includes(text));

  return {
    now: () => performance.timeOrigin + performance.now(),
    paintedElement: (selector) => painted(() => document.querySelector(selector)),
    paintedMessage: (text) => painted(() => says(text)),
    pressed: () => pressed_ms,
  };
})();
