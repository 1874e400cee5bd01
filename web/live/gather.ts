/** Gathers frames that come fast: the first is taken at once, and those that come while it is drawn are taken together. */
import type { Frame } from "@heliogram/shared/frames.ts";
import type { Clock } from "../ports/clock.ts";
import type { Store } from "../store/state.ts";

/** Drawing what has changed may take one part in so many of the page's time; a slow machine draws less often. */
const PARTS = 5;
/** A picture of the screen is shown for so long; what comes meanwhile could not be seen earlier. */
const LEAST_PAUSE_MS = 16;
/** Nobody waits longer for a message that is here. */
const MOST_PAUSE_MS = 250;
/** So many at a time, so that a flood does not keep the page from answering. */
const MOST_FRAMES = 200;

export interface Gathering {
  /** In the order in which they came. */
  readonly take: (frame: Frame) => void;
  /** What has come and was not taken yet is dropped. */
  readonly end: () => void;
}

export function gatherFrames(clock: Clock, store: Pick<Store, "together">, take: (frame: Frame) => void): Gathering {
  let waiting: Frame[] = [];
  let callOff: (() => void) | undefined;
  const takeAll = () => {
    callOff = undefined;
    if (waiting.length === 0) return;
    const frames = waiting.splice(0, MOST_FRAMES);
    const begun_ms = clock.now_ms();
    // Drawing follows straight after this task: the next one tells how long it took.
    callOff = clock.after(0, () => {
      const pause_ms = (PARTS - 1) * (clock.now_ms() - begun_ms);
      callOff = clock.after(Math.min(MOST_PAUSE_MS, Math.max(LEAST_PAUSE_MS, pause_ms)), takeAll);
    });
    store.together(() => frames.forEach(take));
  };
  return {
    take(frame) {
      waiting.push(frame);
      if (!callOff) takeAll();
    },
    end() {
      callOff?.();
      callOff = undefined;
      waiting = [];
    },
  };
}
