/** API responses: the JSON envelopes of interface.md, with the code, prefix and description for the caller. */
import { REFUSALS, type Refusal, type RefusalError } from "../../domain/refusals.ts";
import { portableJson } from "../../domain/text/portable.ts";

/** A response before it is written to the connection. */
export interface ApiResponse {
  readonly status: number;
  readonly body: string;
  /** The compressed body, for a client that accepts gzip. */
  readonly gzip?: Uint8Array;
  /** Seconds after which a refused caller may try again. */
  readonly retry_after?: number;
  /** The allowed HTTP methods, with 405. */
  readonly allow?: string;
  /** The session that the call has opened or ended. The route of the user API turns it into a cookie for browsers. */
  readonly session?: SessionOpened | "ended";
  readonly set_cookie?: string;
  /** How the connection ends in place of the response, or after its beginning, by a fault rule. */
  readonly transport?: "reset" | CutResponse;
}

/** The status of a call that gets no response: its connection is reset. */
export const NO_RESPONSE = 0;

/** Only the first bytes of the body are sent. */
interface CutResponse {
  readonly cut_at: number;
}

/** A result that opens a session: `shown`, and for programs the access token besides. */
export class SessionOpened<T extends object = object> {
  readonly access_token: string;
  readonly shown: T;
  constructor(access_token: string, shown: T) {
    this.access_token = access_token;
    this.shown = shown;
  }
}

/** The result of a call that ends its own session. It is sent as `true`. */
export const SESSION_ENDED = Symbol("the session has ended");

/** A result that is already JSON. */
export class JsonText {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** A result with a list whose rows are JSON already. `name` is the list's member; `rest` are the others. */
export function resultWithJson<Result extends object, Name extends keyof Result & string>(
  name: Name,
  json: readonly string[],
  rest: Omit<Result, Name>,
): Result {
  const others = JSON.stringify(rest).slice(1, -1);
  const text = `{"${name}":[${json.join(",")}]${others === "" ? "" : `,${others}`}}`;
  // The text has the type of the whole result.
  return new JsonText(text) as unknown as Result;
}

/** A result that is a list whose rows are JSON already, separated by commas. */
export function listOfJson<Row>(rows: string): Row[] {
  return new JsonText(`[${rows}]`) as unknown as Row[];
}

/** A result with a description beside it, as setWebhook returns it. */
export class ResultWithDescription {
  readonly result: unknown;
  readonly description: string;
  constructor(result: unknown, description: string) {
    this.result = result;
    this.description = description;
  }
}

/** What the service stores may come from before it refused text that is not portable. */
function jsonOf(value: unknown): string {
  return portableJson(JSON.stringify(value));
}

export function success(result: unknown): ApiResponse {
  if (result instanceof JsonText) return { status: 200, body: `{"ok":true,"result":${portableJson(result.text)}}` };
  if (result instanceof ResultWithDescription) {
    const { description } = result;
    return { status: 200, body: jsonOf({ ok: true, result: result.result, description }) };
  }
  if (result instanceof SessionOpened) {
    const { access_token, shown } = result;
    return { ...success({ access_token, ...shown }), session: result };
  }
  if (result === SESSION_ENDED) return { ...success(true), session: "ended" };
  return { status: 200, body: `{"ok":true,"result":${jsonOf(result)}}` };
}

const PREFIXES: Readonly<Record<number, string>> = {
  400: "Bad Request: ",
  403: "Forbidden: ",
  404: "Not Found: ",
  405: "Method Not Allowed: ",
  408: "Bad Request: ",
  409: "Conflict: ",
  413: "Request Entity Too Large: ",
  431: "Bad Request: ",
  503: "Service Unavailable: ",
};

/** An error response. `sentence` follows the prefix of the status; "" leaves the prefix alone. */
export function failure(status: number, sentence: string, trace_id: string): ApiResponse {
  const description = descriptionOf(status, sentence);
  return { status, body: jsonOf({ ok: false, error_code: status, description, trace_id }) };
}

/** The description of an error: the sentence after the prefix of the status. */
export function descriptionOf(status: number, sentence: string): string {
  const prefix = PREFIXES[status] ?? "";
  return sentence === "" ? prefix.replace(/: $/, "") : prefix + sentence;
}

/** A refusal for people: its meaning, or its detail where the text is nothing but that, and its name as `reason`. */
export function refusalForPerson(
  status: number,
  { refusal: reason, detail }: RefusalError,
  trace_id: string,
): ApiResponse {
  const prefix = PREFIXES[status];
  const { meaning, text } = REFUSALS[reason];
  const sentence = text === "{}" ? (detail ?? meaning) : meaning;
  const description = prefix === undefined ? sentence : prefix + sentence;
  return { status, body: jsonOf({ ok: false, error_code: status, description, reason, trace_id }) };
}

/** 429: the caller may try again after `retry_after` seconds (behaviour.md §1). */
export function tooManyRequests(retry_after: number, trace_id: string): ApiResponse {
  const description = `Too Many Requests: retry after ${retry_after}`;
  const body = { ok: false, error_code: 429, description, parameters: { retry_after }, trace_id };
  return { status: 429, body: JSON.stringify(body), retry_after };
}

/** 500. */
export function internalError(trace_id: string): ApiResponse {
  return failure(500, "Internal Server Error", trace_id);
}

/** Seconds after which a caller may try again when the database was unavailable. */
const RETRY_AFTER_S = 5;

/** 503: the store is unavailable. `in_doubt`: the change may have been made nevertheless (behaviour.md §1). */
export function serviceUnavailable(in_doubt: boolean, trace_id: string): ApiResponse {
  const sentence = in_doubt
    ? "the database was lost while the change was kept; it may have been made"
    : "the database does not answer; nothing was changed";
  return { ...failure(503, sentence, trace_id), retry_after: RETRY_AFTER_S };
}

/** 503: the place where files are stored is unavailable. */
export function filesUnavailable(trace_id: string): ApiResponse {
  return {
    ...failure(503, "the store of files does not answer; nothing was changed", trace_id),
    retry_after: RETRY_AFTER_S,
  };
}

/** Seconds after which a caller may try again when the disk was full. */
const RETRY_WHEN_FULL_S = 60;

/** 503: the disk has no room for a file. */
export function noRoomForFiles(trace_id: string): ApiResponse {
  return {
    ...failure(503, "there is no room for files; nothing was changed", trace_id),
    retry_after: RETRY_WHEN_FULL_S,
  };
}

/** The text of a refusal, with its detail filled in. */
export function refusalText(refusal: Refusal, detail: string | undefined): string {
  const { text } = REFUSALS[refusal];
  return detail === undefined ? text : text.replace("{}", detail);
}
