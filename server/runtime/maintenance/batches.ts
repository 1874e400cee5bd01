/** Work on the store in batches, so that other transactions run in between. */

/** Repeats `batch` until it returns false, which means that nothing is left to do. */
export async function inBatches(signal: AbortSignal, batch: () => Promise<boolean>): Promise<void> {
  while (!signal.aborted && (await batch()));
}
