/** The signals that a transaction must run again, in a dedicated database transaction or without cached values. */

/** Nothing was changed. The cause is what went wrong with others, if anything did. */
export class RunDedicated extends Error {
  constructor(cause?: unknown) {
    super("the transaction runs again in a dedicated database transaction", { cause });
  }
}

/** Nothing was changed: a cached value that some transaction of the batch has used was out of date. */
export class ReadAgain extends Error {
  constructor(cause: unknown) {
    super("the transaction runs again without cached values", { cause });
  }
}
