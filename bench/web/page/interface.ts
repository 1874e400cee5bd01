/** What the script in every measured page (`probes.ts`) can be asked. Its functions are called in the page. */
import type { DrawnFrame } from "../frames.ts";

/** Long tasks and frames of a page since `watchLoad`. */
export interface PageLoad {
  readonly long_tasks: number;
  readonly worst_ms: number;
  readonly frames: number;
  readonly frames_lost: number;
}

/** A visible message, and whether the list is at its end. */
export interface Position {
  readonly atEnd: boolean;
  /** The first visible message, and its top edge. */
  readonly key: string;
  readonly top_px: number;
}

/** What the first visit of a page has loaded. Times are milliseconds since 1970, as in all of `Probes`. */
export interface Startup {
  readonly painted_ms: number;
  /** The length of the list of chats. */
  readonly chats: number;
  readonly kb: number;
  readonly requests: number;
}

export interface Probes {
  now(): number;
  /** Time of the last key or pointer press; NaN before the first. */
  pressed(): number;
  /** Begins to wait until an element that matches has been painted. */
  expectElement(selector: string): void;
  /** Begins to wait until a message with this text has been painted. */
  expectMessage(text: string): void;
  /** When what was expected last had been painted. */
  painted(): Promise<number>;
  /** Waits for what was expected, then at most `wait_ms` until the list has `chats` chats. */
  startup(chats: number, wait_ms: number): Promise<Startup>;
  /** Resolves when the service worker of the page, if it has one, is active. */
  workerReady(): Promise<void>;
  /** Records every frame from now on. */
  watch(): void;
  /** Returns and removes the recorded frames. */
  frames(): DrawnFrame[];
  /** Counts long tasks and frames from now on. */
  watchLoad(): void;
  /** Ends the count. */
  load(): PageLoad;
  position(): Position;
}

declare global {
  // Only in pages: functions that are passed to `page.evaluate` may name it.
  var bench: Probes;
}
