/** Batches frames: the first is applied at once, and those that arrive during rendering are applied together. */
import type { Frame } from "@heliogram/shared/wire.ts";
import type { Clock } from "../ports/clock.ts";
import type { Store } from "../store/state.ts";

/** Rendering may take at most one part in this many of the page's time; a slow machine renders less often. */
const RENDER_SHARE = 5;
/** The duration of one display frame; applying updates more often would not be visible. */
const MIN_PAUSE_MS = 16;
/** The longest delay of a frame. */
const MAX_PAUSE_MS = 250;
/** The most frames in one batch, so that a burst does not block the page. */
const MAX_BATCH = 200;

export interface FrameBatcher {
  /** Queues a frame; frames are applied in order. */
  readonly push: (frame: Frame) => void;
  /** Discards the queued frames. */
  readonly end: () => void;
}

export function batchFrames(clock: Clock, store: Pick<Store, "batch">, apply: (frame: Frame) => void): FrameBatcher {
  let queued: Frame[] = [];
  let cancelTimer: (() => void) | undefined;
  const applyBatch = () => {
    cancelTimer = undefined;
    if (queued.length === 0) return;
    const frames = queued.splice(0, MAX_BATCH);
    const begun_ms = clock.now_ms();
    // React renders right after this task, so the next task measures how long it took.
    cancelTimer = clock.after(0, () => {
      const pause_ms = (RENDER_SHARE - 1) * (clock.now_ms() - begun_ms);
      cancelTimer = clock.after(Math.min(MAX_PAUSE_MS, Math.max(MIN_PAUSE_MS, pause_ms)), applyBatch);
    });
    store.batch(() => frames.forEach(apply));
  };
  return {
    push(frame) {
      queued.push(frame);
      if (!cancelTimer) applyBatch();
    },
    end() {
      cancelTimer?.();
      cancelTimer = undefined;
      queued = [];
    },
  };
}
