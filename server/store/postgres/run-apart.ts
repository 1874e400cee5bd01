/** The signal that a transaction must run again, in a database transaction of its own. */

/** Nothing was changed. The cause is what went wrong with others, if anything did. */
export class RunApart extends Error {
  constructor(cause?: unknown) {
    super("the transaction runs again in a database transaction of its own", { cause });
  }
}
