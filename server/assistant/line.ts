/** The assistant's line to the service: the bots' own interface over HTTP, like any other bot's. */
import type { Clock } from "../ports/clock.ts";

/** Brings a JSON body to a path of the service. @throws when no answer came back */
export type Carry = (path: string, body: string) => Promise<{ readonly status: number; readonly body: string }>;

/** A call that the service refused. */
export class CallFault extends Error {
  readonly code: number;
  /** The refusal's name, where the service gives it. */
  readonly reason: string | undefined;

  constructor(code: number, sentence: string, reason: string | undefined) {
    super(sentence);
    this.code = code;
    this.reason = reason;
  }
}

/** The assistant is being stopped: whatever it is at is left, and done after the next start. */
export class Stopped extends Error {}

interface Failure {
  readonly ok: false;
  readonly description?: string;
  readonly reason?: string;
  readonly parameters?: { readonly retry_after?: number };
}

/** Tries of one call that the service fails to answer, and the pause before the first but one. */
const TRIES = 6;
const PAUSE_MS = 500;
/** The service says that its database is away: nothing was done, and it is asked again for as long as that lasts. */
const AWAY = 503;
const LONGEST_PAUSE_MS = 5000;
/** What counts as the status where no answer came back at all. */
const NO_ANSWER = 504;

export class Line {
  readonly #carry: Carry;
  readonly #token: string;
  readonly #clock: Clock;
  readonly #stop: AbortSignal;

  constructor(carry: Carry, token: string, clock: Clock, stop: AbortSignal) {
    this.#carry = carry;
    this.#token = token;
    this.#clock = clock;
    this.#stop = stop;
  }

  /** Calls a method; waits as long as the service asks for it, or is without its database. @throws CallFault, Stopped */
  async call<T>(method: string, params: object): Promise<T> {
    let away = 0;
    for (let attempt = 1; ; attempt++) {
      const { status, answer } = await this.#post(method, params);
      if (answer?.ok === true) return answer.result as T;
      const fault = new CallFault(status, sentenceOf(status, answer?.description), answer?.reason);
      // What is done for a person counts as theirs: nobody else may wait until they can do more.
      if (status === 429 && "owner_id" in params) throw new CallFault(429, tooMuch(retryAfter(answer)), undefined);
      if (status === 429) await this.pause(retryAfter(answer) * 1000);
      else if (status === AWAY) {
        attempt -= 1;
        away += 1;
        await this.pause(Math.min(LONGEST_PAUSE_MS, away * PAUSE_MS));
      } else if (status < 500 || attempt === TRIES) throw fault;
      else await this.pause((attempt - 1) * PAUSE_MS);
    }
  }

  /** Waits, unless the assistant is stopped meanwhile. @throws Stopped */
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

  /** No answer at all counts as one of the service's own faults. */
  async #post(
    method: string,
    params: object,
  ): Promise<{ status: number; answer?: { readonly ok: true; readonly result: unknown } | Failure }> {
    try {
      const { status, body } = await this.#carry(`/bot${this.#token}/${method}`, JSON.stringify(params));
      return { status, answer: JSON.parse(body) as { ok: true; result: unknown } };
    } catch {
      return { status: NO_ANSWER };
    }
  }
}

/** Seconds. */
function retryAfter(answer: Failure | undefined): number {
  return answer?.parameters?.retry_after ?? 1;
}

function tooMuch(wait_s: number): string {
  const minutes = Math.ceil(wait_s / 60);
  const time = wait_s <= 60 ? `${wait_s} ${wait_s === 1 ? "second" : "seconds"}` : `${minutes} minutes`;
  return `That was too much at once. Try again in ${time}.`;
}

/** What follows the prefix of the code, as a sentence for people. */
function sentenceOf(status: number, description: string | undefined): string {
  if (description === undefined) return "The service does not answer.";
  const words = status === 401 ? description : description.replace(/^[A-Z][A-Za-z ]+: /, "");
  const sentence = words.charAt(0).toUpperCase() + words.slice(1);
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}
