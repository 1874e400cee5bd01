/** The signals that a transaction must run again, without others or without cached values. */

/** Nothing was changed. The cause is what went wrong with others, if anything did. */
export class RunApart extends Error {
  constructor(cause?: unknown) {
    super("the transaction runs again in a database transaction of its own", { cause });
  }
}

/** Nothing was changed: a cached value that some transaction of the batch has used was out of date. */
export class ReadAgain extends Error {
  constructor(cause: unknown) {
    super("the transaction runs again without cached values", { cause });
  }
}
