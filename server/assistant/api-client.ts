/** The assistant's client of the bot API, over HTTP as for any other bot. */
import type { Clock } from "../ports/clock.ts";

/** Sends a JSON body to a path of the service. @throws when there is no response */
export type Post = (path: string, body: string) => Promise<{ readonly status: number; readonly body: string }>;

/** An error response of the API. */
export class ApiError extends Error {
  readonly code: number;
  /** The name of the refusal, if the response has one. */
  readonly reason: string | undefined;

  constructor(code: number, sentence: string, reason: string | undefined) {
    super(sentence);
    this.code = code;
    this.reason = reason;
  }
}

/** The assistant is being stopped. The current update is processed again after the next start. */
export class Stopped extends Error {}

interface Failure {
  readonly ok: false;
  readonly description?: string;
  readonly reason?: string;
  readonly parameters?: { readonly retry_after?: number };
}

/** Attempts of one call after server errors, and the pause before the second attempt; it grows linearly. */
const MAX_ATTEMPTS = 6;
const PAUSE_MS = 500;
/** The database is unavailable and nothing was changed: retried without limit. */
const UNAVAILABLE = 503;
const MAX_PAUSE_MS = 5000;
/** The status that stands for a missing response. */
const NO_RESPONSE = 504;

export class ApiClient {
  readonly #send: Post;
  readonly #token: string;
  readonly #clock: Clock;
  readonly #stop: AbortSignal;

  constructor(post: Post, token: string, clock: Clock, stop: AbortSignal) {
    this.#send = post;
    this.#token = token;
    this.#clock = clock;
    this.#stop = stop;
  }

  /** Calls a method. Waits after 429, and retries while the database is unavailable. @throws ApiError, Stopped */
  async call<T>(method: string, params: object): Promise<T> {
    let unavailable_count = 0;
    for (let attempt = 1; ; attempt++) {
      const { status, answer } = await this.#post(method, params);
      if (answer?.ok === true) return answer.result as T;
      const error = new ApiError(status, sentenceOf(status, answer?.description), answer?.reason);
      // Calls for a person count against the limits of that person, and must not delay other people.
      if (status === 429 && "owner_id" in params)
        throw new ApiError(429, rateLimitMessage(retryAfter(answer)), undefined);
      if (status === 429) await this.pause(retryAfter(answer) * 1000);
      else if (status === UNAVAILABLE) {
        attempt -= 1;
        unavailable_count += 1;
        await this.pause(Math.min(MAX_PAUSE_MS, unavailable_count * PAUSE_MS));
      } else if (status < 500 || attempt === MAX_ATTEMPTS) throw error;
      else await this.pause((attempt - 1) * PAUSE_MS);
    }
  }

  /** @throws Stopped when the assistant is stopped meanwhile */
  async pause(delay_ms: number): Promise<void> {
    if (this.#stop.aborted) throw new Stopped();
    if (delay_ms === 0) return;
    await new Promise<void>((done) => {
      const cancel = this.#clock.after(delay_ms, finish);
      this.#stop.addEventListener("abort", finish);
      const forget = () => this.#stop.removeEventListener("abort", finish);
      function finish() {
        cancel();
        forget();
        done();
      }
    });
    if (this.#stop.aborted) throw new Stopped();
  }

  /** A missing or invalid response counts as a server error. */
  async #post(
    method: string,
    params: object,
  ): Promise<{ status: number; answer?: { readonly ok: true; readonly result: unknown } | Failure }> {
    try {
      const { status, body } = await this.#send(`/bot${this.#token}/${method}`, JSON.stringify(params));
      return { status, answer: JSON.parse(body) as { ok: true; result: unknown } };
    } catch {
      return { status: NO_RESPONSE };
    }
  }
}

/** Seconds. */
function retryAfter(answer: Failure | undefined): number {
  return answer?.parameters?.retry_after ?? 1;
}

function rateLimitMessage(wait_s: number): string {
  const minutes = Math.ceil(wait_s / 60);
  const time = wait_s <= 60 ? `${wait_s} ${wait_s === 1 ? "second" : "seconds"}` : `${minutes} minutes`;
  return `That was too much at once. Try again in ${time}.`;
}

/** The description of an error without its prefix, as a sentence. */
function sentenceOf(status: number, description: string | undefined): string {
  if (description === undefined) return "The service does not answer.";
  const words = status === 401 ? description : description.replace(/^[A-Z][A-Za-z ]+: /, "");
  const sentence = words.charAt(0).toUpperCase() + words.slice(1);
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}
