/** Answers: the envelopes of interface.md, with the code, the prefix and the words that a caller gets. */
import { REFUSALS, type Refusal, type Refused } from "../domain/refusals.ts";

/** An answer before it is put on the wire. */
export interface Answer {
  readonly status: number;
  readonly body: string;
  /** The body compressed, for a client that takes it so. */
  readonly gzip?: Uint8Array;
  /** Seconds after which a refused caller may try again. */
  readonly retry_after?: number;
  /** The verbs that are allowed, with 405. */
  readonly allow?: string;
  /** What became of the caller's session; a door for browsers keeps it in a cookie. */
  readonly session?: SessionOpened | "ended";
  readonly set_cookie?: string;
}

/** A result that opens a session: programs are told its access token beside what is shown to all. */
export class SessionOpened<T extends object = object> {
  readonly access_token: string;
  readonly shown: T;
  constructor(access_token: string, shown: T) {
    this.access_token = access_token;
    this.shown = shown;
  }
}

/** The result of the call that ends its own session; it reads as `true`. */
export const SESSION_ENDED = Symbol("the session has ended");

/** A result that is JSON text already. */
export class Json {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** A result with a sentence beside it, as setWebhook answers. */
export class Described {
  readonly result: unknown;
  readonly description: string;
  constructor(result: unknown, description: string) {
    this.result = result;
    this.description = description;
  }
}

export function success(result: unknown): Answer {
  if (result instanceof Json) return { status: 200, body: `{"ok":true,"result":${result.text}}` };
  if (result instanceof Described) {
    const { description } = result;
    return { status: 200, body: JSON.stringify({ ok: true, result: result.result, description }) };
  }
  if (result instanceof SessionOpened) {
    const { access_token, shown } = result;
    return { ...success({ access_token, ...shown }), session: result };
  }
  if (result === SESSION_ENDED) return { ...success(true), session: "ended" };
  return { status: 200, body: `{"ok":true,"result":${JSON.stringify(result)}}` };
}

const PREFIXES: Readonly<Record<number, string>> = {
  400: "Bad Request: ",
  403: "Forbidden: ",
  404: "Not Found: ",
  405: "Method Not Allowed: ",
  409: "Conflict: ",
  413: "Request Entity Too Large: ",
  503: "Service Unavailable: ",
};

/** A failure: `sentence` is what follows the prefix of its code; "" leaves the prefix alone. */
export function failure(status: number, sentence: string, trace_id: string): Answer {
  const prefix = PREFIXES[status] ?? "";
  const description = sentence === "" ? prefix.replace(/: $/, "") : prefix + sentence;
  return { status, body: JSON.stringify({ ok: false, error_code: status, description, trace_id }) };
}

/** A refusal as people hear it: what it means, or what exactly is wrong where that alone says it, and its name for the client. */
export function refusedPerson(status: number, { refusal: reason, detail }: Refused, trace_id: string): Answer {
  const prefix = PREFIXES[status];
  const { meaning, text } = REFUSALS[reason];
  const sentence = text === "{}" ? (detail ?? meaning) : meaning;
  const description = prefix === undefined ? sentence : prefix + sentence;
  return { status, body: JSON.stringify({ ok: false, error_code: status, description, reason, trace_id }) };
}

/** 429: the caller may try again after `retry_after` seconds (behaviour.md §1). */
export function tooMany(retry_after: number, trace_id: string): Answer {
  const description = `Too Many Requests: retry after ${retry_after}`;
  const body = { ok: false, error_code: 429, description, parameters: { retry_after }, trace_id };
  return { status: 429, body: JSON.stringify(body), retry_after };
}

/** 500; `sentence` says what is wrong with the service, where a caller can make use of it. */
export function unexpected(trace_id: string, sentence?: string): Answer {
  const description = "Internal Server Error";
  return failure(500, sentence === undefined ? description : `${description}: ${sentence}`, trace_id);
}

/** Seconds after which a caller whose call met a database that is away may try again. */
const AWAY_S = 5;

/** 503: the store is away or too busy; `in_doubt`, whether the change may have been made all the same (behaviour.md §1). */
export function unavailable(in_doubt: boolean, trace_id: string): Answer {
  const sentence = in_doubt
    ? "the database was lost while the change was kept; it may have been made"
    : "the database does not answer; nothing was changed";
  return { ...failure(503, sentence, trace_id), retry_after: AWAY_S };
}

/** The words of a refusal, its detail filled in. */
export function sentenceOf(refusal: Refusal, detail: string | undefined): string {
  const { text } = REFUSALS[refusal];
  return detail === undefined ? text : text.replace("{}", detail);
}
