/** The end of a turn: when every transaction that could go on has gone on. */

/** Calls `then` when no promise is left to be resolved, so that all bodies wait for a statement or have returned. */
export function afterMicrotasks(then: () => void): void {
  queueMicrotask(() => process.nextTick(then));
}
