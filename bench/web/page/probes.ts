/** Runs in every page before its own scripts: reports when an element has been painted, and how a list moves. */
import type { DrawnFrame } from "../frames.ts";
import type { Probes } from "./interface.ts";

const now = () => performance.timeOrigin + performance.now();

/**
 * Resolves when `isThere` and the frame that contains the change has been painted, with the time in milliseconds since 1970, by
 * the clock that all pages of a browser share. A mutation observer sees the change at the end of the task that made it. The next
 * animation frame draws it; when the one after begins, it has been drawn. So the time is up to one frame too late and never too
 * early. (Element timing needs attributes in the page's source, and the paint entries of the browser report the first paint of
 * anything, also of a placeholder.)
 */
function painted(isThere: () => boolean): Promise<number> {
  return new Promise((done) => {
    const observer = new MutationObserver(look);
    function look() {
      if (!isThere()) return;
      observer.disconnect();
      requestAnimationFrame(() => requestAnimationFrame(() => done(now())));
    }
    observer.observe(document, { childList: true, subtree: true, characterData: true });
    look();
  });
}
let expected = Promise.reject<number>(new Error("nothing is expected"));
expected.catch(() => {});

/** Time of the last key or pointer press, by the same clock. */
let pressed_ms = Number.NaN;
for (const name of ["keydown", "pointerdown"])
  addEventListener(name, ({ timeStamp }) => (pressed_ms = performance.timeOrigin + timeStamp), true);

function isShown(text: string): boolean {
  return [...document.querySelectorAll("article")].some((each) => each.textContent.includes(text));
}

function listLength(): number {
  return Number(document.querySelector("nav li")?.getAttribute("aria-setsize"));
}

const startup: Probes["startup"] = async (chats, wait_ms) => {
  const painted_ms = (await expected) - performance.timeOrigin;
  // The rest of a long list is loaded after its first rows.
  const late_ms = performance.now() + wait_ms;
  while (listLength() < chats && performance.now() < late_ms) await new Promise(requestAnimationFrame);
  const loaded = ["navigation", "resource"].flatMap(
    (type) => performance.getEntriesByType(type) as PerformanceResourceTiming[],
  );
  const kb = loaded.reduce((sum, { transferSize }) => sum + transferSize, 0) / 1000;
  return { painted_ms, chats: listLength(), kb, requests: loaded.length };
};

const frames: DrawnFrame[] = [];
let wheel_px = 0;
addEventListener("wheel", ({ deltaY }) => (wheel_px += deltaY), { capture: true, passive: true });

const scroller = () => document.querySelector("[aria-label=Messages]")?.parentElement?.parentElement ?? undefined;
const messagesIn = (list: Element) => [...list.querySelectorAll<HTMLElement>("article[data-key]")];
const restOf = (list: Element) => list.scrollHeight - list.clientHeight - list.scrollTop;

/** Records a frame: the position of each visible message, the sum of the wheel deltas, and the scroll position. */
function look(at_ms: number): void {
  const list = scroller();
  if (!list) return;
  const { top, bottom } = list.getBoundingClientRect();
  const tops: Record<string, number> = {};
  for (const each of messagesIn(list)) {
    const place = each.getBoundingClientRect();
    if (place.bottom > top && place.top < bottom) tops[each.dataset["key"]!] = place.top;
  }
  const rows = list.querySelectorAll("[data-index]").length;
  const rest_px = restOf(list);
  frames.push({ at_ms, seen_ms: performance.now(), wheel_px, scroll_px: list.scrollTop, rest_px, rows, tops });
}

/** Looks in the first task after a frame, so that only painted positions are recorded. */
function watch(): void {
  requestAnimationFrame((at_ms) => {
    void scheduler.postTask(() => look(at_ms), { priority: "user-blocking" });
    watch();
  });
}

const FRAME_MS = 1000 / 60;
const noLoad = () => ({ long_tasks: 0, worst_ms: 0, frames: 0, frames_lost: 0 });
let load: ReturnType<typeof noLoad> | undefined;

function watchLoad(): void {
  const own = (load = noLoad());
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) {
      own.long_tasks++;
      own.worst_ms = Math.max(own.worst_ms, duration);
    }
  }).observe({ type: "longtask" });
  let before: number | undefined;
  const count = (at_ms: number) => {
    if (own !== load) return;
    own.frames++;
    if (before !== undefined) own.frames_lost += Math.max(0, Math.round((at_ms - before) / FRAME_MS) - 1);
    before = at_ms;
    requestAnimationFrame(count);
  };
  requestAnimationFrame(count);
}

globalThis.bench = {
  now,
  pressed: () => pressed_ms,
  expectElement(selector) {
    expected = painted(() => document.querySelector(selector) !== null);
  },
  expectMessage(text) {
    expected = painted(() => isShown(text));
  },
  painted: () => expected,
  startup,
  async workerReady() {
    const worker = navigator.serviceWorker as ServiceWorkerContainer | undefined;
    if (await worker?.getRegistration()) await worker!.ready;
  },
  watch,
  frames: () => frames.splice(0),
  watchLoad,
  load() {
    const own = load ?? noLoad();
    load = undefined;
    return own;
  },
  position() {
    const list = scroller()!;
    const { top } = list.getBoundingClientRect();
    const first = messagesIn(list).find((article) => article.getBoundingClientRect().bottom > top)!;
    return { atEnd: restOf(list) <= 1, key: first.dataset["key"]!, top_px: first.getBoundingClientRect().top };
  },
};
