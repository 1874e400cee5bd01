/** Work on the store in pages, so that others get their turn in between. */

/** Repeats what says whether there is more to do. */
export async function inPages(signal: AbortSignal, page: () => Promise<boolean>): Promise<void> {
  while (!signal.aborted && (await page()));
}
