/** Yielding to the event loop, so that long work does not block everything else. */

/** Resolves after the callbacks that are due have run. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((done) => setImmediate(done));
}
