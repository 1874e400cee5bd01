/** Waiting for what must happen: a wait in vain ends with a sentence that says for what. */

/** Less than the time that a test has. */
const LIMIT_MS = 100_000;
/** Tries without a pause: most conditions hold soon. */
const QUICK_TRIES = 10;
const PAUSE_MS = 5;

// A test may replace the timers of the process.
const { setTimeout: later, setImmediate: soon } = globalThis;

type Falsy = false | 0 | "" | null | undefined;

/**
 * Tries a condition, which may also bring about what it waits for, until it holds.
 * @returns what it has returned
 * @throws Error that says `what` was waited for
 */
export async function until<T>(condition: () => T | Promise<T>, what: string): Promise<Exclude<T, Falsy>> {
  const begun_ms = performance.now();
  for (let tries = 1; ; tries++) {
    const found = await condition();
    if (found) return found as Exclude<T, Falsy>;
    if (performance.now() - begun_ms > LIMIT_MS) throw vain(what);
    await new Promise<void>((done) => (tries < QUICK_TRIES ? soon(done) : later(done, PAUSE_MS)));
  }
}

/** Waits for an outcome. @throws Error that says `what` was waited for */
export async function inTime<T>(outcome: Promise<T>, what: () => string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_done, reject) => {
    timer = later(() => reject(vain(what())), LIMIT_MS);
  });
  return Promise.race([outcome, late]).finally(() => clearTimeout(timer));
}

function vain(what: string): Error {
  return new Error(`waited in vain for ${what}, for ${LIMIT_MS / 1000} s`);
}
