/** The log of webhook attempts: what was sent, what was answered, and when the next attempt is due. */
import { HIDDEN, hideCredentials } from "../../domain/hide-tokens.ts";
import { shownJson } from "../hide-secrets.ts";
import { RecordLog, type LogRecord } from "../record-log.ts";

/** What a delivery sends. */
export interface AttemptStart {
  readonly bot_id: number;
  readonly update_id: number;
  readonly url: string;
  /** 1 for the first attempt of an update. */
  readonly attempt: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The fault rule that applies. */
  readonly fault?: string | undefined;
  /** The attempt whose request is sent again. */
  readonly redelivery_of?: number;
}

/** What came of it: a response, or the error in its place. */
export interface AttemptOutcome {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly error?: string;
  /** Milliseconds until the next attempt. */
  readonly retry_in_ms?: number;
}

export interface RecordedAttempt extends LogRecord {
  readonly bot_id: number;
  readonly update_id: number;
  readonly attempt: number;
  readonly at_ms: number;
  /** As it was sent, with its credentials: it can be sent again. */
  readonly request: {
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
  };
  /** `null` while the attempt is under way, and if there was no response. */
  status: number | null;
  response_headers: Readonly<Record<string, string>> | null;
  response_body: string | null;
  error: string | null;
  duration_ms: number | null;
  /** When the next attempt is due, by the service's clock. */
  next_attempt_ms: number | null;
  /** The fault rule that made it fail. */
  readonly fault: string | null;
  /** The attempt whose request was sent again by a developer. */
  readonly redelivery_of: number | null;
}

interface AttemptLogDeps {
  readonly now: () => number;
  readonly elapsed: () => number;
}

const LIMITS = { records: 5000, bytes: 32 * 1024 * 1024 };
const RECORD_BYTES = 500;
/** Headers that carry the secret token or what is made from it. */
const SECRET_HEADERS = new Set(["x-telegram-bot-api-secret-token", "webhook-signature", "authorization", "cookie"]);

export class AttemptLog {
  readonly log = new RecordLog<RecordedAttempt>(LIMITS);
  readonly #deps: AttemptLogDeps;
  #under_way = 0;

  constructor(deps: AttemptLogDeps) {
    this.#deps = deps;
  }

  /** Resolves when every attempt has its outcome. */
  async idle(): Promise<void> {
    while (this.#under_way > 0) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const unwatch = this.log.watch(resolve);
      await promise;
      unwatch();
    }
  }

  /** @returns the record, and a function to call once with the outcome */
  begin(start: AttemptStart): { readonly record: RecordedAttempt; readonly end: (outcome: AttemptOutcome) => void } {
    const began_ms = this.#deps.elapsed();
    const { bot_id, update_id, attempt, url, headers: sent, body: text } = start;
    const record: RecordedAttempt = {
      id: this.log.nextId(),
      revision: 0,
      bytes: 0,
      bot_id,
      update_id,
      attempt,
      at_ms: this.#deps.now(),
      request: { url, headers: sent, body: text },
      status: null,
      response_headers: null,
      response_body: null,
      error: null,
      duration_ms: null,
      next_attempt_ms: null,
      fault: start.fault ?? null,
      redelivery_of: start.redelivery_of ?? null,
    };
    const bytes = RECORD_BYTES + text.length;
    this.#under_way += 1;
    this.log.put(record, bytes);
    const end = ({ status, headers, body, error, retry_in_ms }: AttemptOutcome) => {
      this.#under_way -= 1;
      record.status = status ?? null;
      record.response_headers = headers ? shownHeaders(headers) : null;
      record.response_body = body === undefined ? null : shownJson(body);
      record.error = error ?? null;
      record.duration_ms = Math.round(this.#deps.elapsed() - began_ms);
      record.next_attempt_ms = retry_in_ms === undefined ? null : Math.ceil(this.#deps.now() + retry_in_ms);
      this.log.put(record, bytes + (record.response_body?.length ?? 0));
    };
    return { record, end };
  }
}

/** A request without credentials, its body cut. It is made when it is read, which few requests ever are. */
export function shownRequest({ request }: RecordedAttempt) {
  const { url, headers, body } = request;
  return { url: hideCredentials(url), headers: shownHeaders(headers), body: shownJson(body) };
}

function shownHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, SECRET_HEADERS.has(name.toLowerCase()) ? HIDDEN : value]),
  );
}
