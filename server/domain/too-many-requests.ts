/** Thrown for a call over a rate limit; the response has status 429. */
export class TooManyRequests extends Error {
  readonly retry_after_s: number;

  constructor(retry_after_s: number) {
    super("too many requests");
    this.retry_after_s = retry_after_s;
  }
}
