/* Injected into every page before its own scripts: reports when an element has been painted, and how a list moves. */

globalThis.bench = (() => {
  /**
   * Resolves when `find` returns something and the frame that contains it has been painted, with the time in milliseconds since
   * 1970, by the clock that all pages of a browser share. A mutation observer sees the change at the end of the task that made it.
   * The next animation frame draws it; when the one after begins, it has been drawn. So the time is up to one frame too late and
   * never too early. (Element timing needs attributes in the page's source, and the paint entries of the browser report the first
   * paint of anything, also of a placeholder.)
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

  /** Time of the last key or pointer press, by the same clock. */
  let pressed_ms = Number.NaN;
  for (const name of ["keydown", "pointerdown"])
    addEventListener(name, ({ timeStamp }) => (pressed_ms = performance.timeOrigin + timeStamp), true);

  const says = (text) => [...document.querySelectorAll("article")].some((each) => each.textContent.includes(text));

  /**
   * Records every frame: the position of each visible message, the sum of the wheel deltas, and the scroll position. It runs in
   * the first task after a frame, so that only painted positions are recorded.
   */
  const frames = [];
  let wheel_px = 0;
  addEventListener("wheel", ({ deltaY }) => (wheel_px += deltaY), { capture: true, passive: true });
  const scroller = () => document.querySelector("[aria-label=Messages]")?.parentElement.parentElement;
  const look = (at_ms) => {
    const list = scroller();
    if (!list) return;
    const { top, bottom } = list.getBoundingClientRect();
    const tops = {};
    for (const each of list.querySelectorAll("article[data-key]")) {
      const place = each.getBoundingClientRect();
      if (place.bottom > top && place.top < bottom) tops[each.dataset.key] = place.top;
    }
    const rows = list.querySelectorAll("[data-index]").length;
    const rest_px = list.scrollHeight - list.clientHeight - list.scrollTop;
    frames.push({ at_ms, seen_ms: performance.now(), wheel_px, scroll_px: list.scrollTop, rest_px, rows, tops });
  };
  const watch = () =>
    requestAnimationFrame((at_ms) => {
      scheduler.postTask(() => look(at_ms), { priority: "user-blocking" });
      watch();
    });

  /** Counts long tasks, frames and missed frames, and keeps the longest task. */
  const FRAME_MS = 1000 / 60;
  let load = { long_tasks: 0, worst_ms: 0, frames: 0, frames_lost: 0 };
  const watchLoad = () => {
    load = { long_tasks: 0, worst_ms: 0, frames: 0, frames_lost: 0 };
    const own = load;
    const note = (list) => {
      for (const { duration } of list.getEntries()) {
        own.long_tasks++;
        own.worst_ms = Math.max(own.worst_ms, duration);
      }
    };
    new PerformanceObserver(note).observe({ type: "longtask" });
    let before;
    const count = (at_ms) => {
      if (own !== load) return;
      own.frames++;
      if (before !== undefined) own.frames_lost += Math.max(0, Math.round((at_ms - before) / FRAME_MS) - 1);
      before = at_ms;
      requestAnimationFrame(count);
    };
    requestAnimationFrame(count);
  };

  /** Whether the list is at its end, and the top edge of the first visible message. */
  const place = () => {
    const list = scroller();
    const { top } = list.getBoundingClientRect();
    const each = [...list.querySelectorAll("article[data-key]")];
    const first = each.find((article) => article.getBoundingClientRect().bottom > top);
    const rest_px = list.scrollHeight - list.clientHeight - list.scrollTop;
    return { atEnd: rest_px <= 1, key: first.dataset.key, top_px: first.getBoundingClientRect().top };
  };

  return {
    watchLoad,
    load: () => {
      const own = load;
      load = undefined;
      return own;
    },
    place,
    now: () => performance.timeOrigin + performance.now(),
    paintedElement: (selector) => painted(() => document.querySelector(selector)),
    paintedMessage: (text) => painted(() => says(text)),
    pressed: () => pressed_ms,
    watch,
    /** Returns and removes the recorded frames. */
    frames: () => frames.splice(0),
  };
})();
