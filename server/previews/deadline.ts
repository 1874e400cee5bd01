/** The time that all requests for one preview may take together. */
import type { Clock } from "../ports/clock.ts";

/** Longest time of one request. */
const REQUEST_MS = 8000;
/** Longest time of all requests for one preview. */
const PREVIEW_MS = 15_000;

/** The time that is left for the requests of one preview. */
export class Deadline {
  readonly #clock: Pick<Clock, "elapsed">;
  readonly #end_ms: number;

  constructor(clock: Pick<Clock, "elapsed">) {
    this.#clock = clock;
    this.#end_ms = clock.elapsed() + PREVIEW_MS;
  }

  /** Milliseconds that the next request may take; 0 if the time is over. */
  get request_ms(): number {
    return Math.max(0, Math.min(REQUEST_MS, this.#end_ms - this.#clock.elapsed()));
  }
}
