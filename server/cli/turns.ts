/** Turns of the event loop: what takes long lets everything else be done in between. */

/** Resolves when all that is due has had its turn. */
export function nextTurn(): Promise<void> {
  return new Promise((done) => setImmediate(done));
}
