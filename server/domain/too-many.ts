/** A call that has to wait: answered with 429. */
export class TooMany extends Error {
  readonly retry_after_s: number;

  constructor(retry_after_s: number) {
    super("too many requests");
    this.retry_after_s = retry_after_s;
  }
}
