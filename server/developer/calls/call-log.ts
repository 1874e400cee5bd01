/** The log of calls: what bots and people have called, and what they were answered. */
import type { FilePart, LoggedCall } from "../../activity/calls.ts";
import type { Media } from "../../domain/media.ts";
import { MAX_BODY, shownJsonOf } from "../hide-secrets.ts";
import { RecordLog, type LogRecord } from "../record-log.ts";

/** `webhook`: a bot's method in its response to a webhook. */
export type CallApi = "bot" | "person" | "webhook";

export interface RecordedFile {
  readonly field: string;
  readonly file_name: string | null;
  readonly content_type: string | null;
  readonly size: number;
  /** The upload of the part: what the service has made of it is known by this object. */
  readonly upload: object;
}

/** What the service has made of an upload. */
export interface ExaminedUpload {
  /** The media, or the media that has the upload as its thumbnail. */
  readonly media: Media;
  readonly isThumbnail: boolean;
}

export interface RecordedCall extends LogRecord {
  readonly api: CallApi;
  readonly trace_id: string;
  /** When the call arrived, in milliseconds of the service's clock. */
  readonly at_ms: number;
  /** The same in milliseconds of the machine's monotonic clock. */
  readonly elapsed_ms: number;
  /** As it was named by the caller, or by its declaration if there is one. */
  method: string;
  /** The account that called; `null` if its credential was refused. */
  account_id: number | null;
  /** As they were read; `null` while bodies are not recorded. */
  params: ReadonlyMap<string, unknown> | null;
  files: readonly RecordedFile[];
  status: number;
  /** The body of the response, cut, with its credentials; `null` while bodies are not recorded. */
  response: string | null;
  duration_ms: number;
  /** The fault rule that decided the response. */
  fault: string | null;
  /** A developer has run a recorded call again: it is not the bot's doing. */
  is_repeat: boolean;
  /** A page of the developer's has made it, so that it is nobody's doing. */
  readonly is_of_console: boolean;
}

interface CallLogDeps {
  /** Milliseconds of the service's clock. */
  readonly now: () => number;
  /** Milliseconds of the machine's monotonic clock. */
  readonly elapsed: () => number;
}

/** Characters that are kept of a method's name, which may be anything if there is no such method. */
const MAX_NAME = 64;
/** What a record counts as besides its bodies. */
const RECORD_BYTES = 300;
const LIMITS = { records: 10_000, bytes: 64 * 1024 * 1024 };
const NO_FILES: readonly RecordedFile[] = [];

export class CallLog {
  readonly log = new RecordLog<RecordedCall>(LIMITS);
  /** Whether parameters and responses are recorded. */
  keepsBodies = true;
  readonly #deps: CallLogDeps;
  /** An entry is dropped with the record that has its upload. */
  readonly #examined = new WeakMap<object, ExaminedUpload>();

  constructor(deps: CallLogDeps) {
    this.#deps = deps;
  }

  /** The service has made a media of an upload and of a thumbnail, if there was one. */
  examined(upload: object, thumbnail: object | undefined, media: Media): void {
    this.#examined.set(upload, { media, isThumbnail: false });
    if (thumbnail) this.#examined.set(thumbnail, { media, isThumbnail: true });
  }

  /** @returns `undefined` for an upload that was refused or is no media */
  examinedUpload({ upload }: RecordedFile): ExaminedUpload | undefined {
    return this.#examined.get(upload);
  }

  begin(api: CallApi, method: string, trace_id: string, is_of_console = false): LoggedCall {
    return new Entry(this, {
      id: this.log.nextId(),
      revision: 0,
      bytes: 0,
      api,
      trace_id,
      at_ms: this.#deps.now(),
      elapsed_ms: this.#deps.elapsed(),
      method: keptName(method),
      account_id: null,
      params: null,
      files: NO_FILES,
      status: 0,
      response: null,
      duration_ms: 0,
      fault: null,
      is_repeat: false,
      is_of_console,
    });
  }
}

class Entry implements LoggedCall {
  readonly #calls: CallLog;
  readonly #record: RecordedCall;

  constructor(calls: CallLog, record: RecordedCall) {
    this.#calls = calls;
    this.#record = record;
  }

  caller(account_id: number, method: string): void {
    this.#record.account_id = account_id;
    this.#record.method = keptName(method);
  }

  parameters(params: ReadonlyMap<string, unknown>, files: ReadonlyMap<string, FilePart>): void {
    if (this.#calls.keepsBodies) this.#record.params = params;
    if (files.size > 0) this.#record.files = [...files.values()].map(recordedFile);
  }

  fault(rule: string): void {
    this.#record.fault = rule;
  }

  end(status: number, body: string, duration_ms: number): void {
    const record = this.#record;
    record.status = status;
    record.duration_ms = duration_ms;
    if (this.#calls.keepsBodies) record.response = body.length > MAX_BODY ? body.slice(0, MAX_BODY) : body;
    this.#calls.log.put(record, RECORD_BYTES + sizeOf(record.params) + (record.response?.length ?? 0));
  }
}

/** JSON of a call's parameters without credentials. It is made when it is read, which few calls ever are. */
export function shownParams({ method, params }: RecordedCall): string | null {
  return params === null ? null : shownJsonOf(method, JSON.stringify(Object.fromEntries(params)));
}

export function shownResponse({ method, response }: RecordedCall): string | null {
  return response === null ? null : shownJsonOf(method, response);
}

/** A string of its own: a part of a string would keep the whole string in memory. */
function keptName(method: string): string {
  return method.length > MAX_NAME ? Buffer.from(method.slice(0, MAX_NAME)).toString() : method;
}

/** The characters of parameters. */
function sizeOf(params: RecordedCall["params"]): number {
  let size = 0;
  for (const value of params?.values() ?? []) {
    if (typeof value === "string") size += value.length;
    else if (typeof value === "object") size += JSON.stringify(value).length;
  }
  return size;
}

function recordedFile({ field, file_name, content_type, upload }: FilePart): RecordedFile {
  return { field, file_name: file_name ?? null, content_type: content_type ?? null, size: upload.size, upload };
}
