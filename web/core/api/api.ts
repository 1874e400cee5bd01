/** Typed calls of the user API's methods. */
import type { UserApi } from "heliogram/methods/user/index.ts";
import { download } from "./download.ts";
import type { Clock } from "../ports/clock.ts";
import type { PrefetchedResponses } from "../ports/prefetched-responses.ts";
import { ApiError, NetworkError } from "./errors.ts";
import { portableJson, portableText } from "./portable.ts";
import { parseRetryAfter } from "./retry-after.ts";
import type { CallOptions, RawResponse } from "./types.ts";
import { upload } from "./upload.ts";

export type MethodName = keyof UserApi;
export type ParamsOf<M extends MethodName> = UserApi[M]["params"];
export type ResultOf<M extends MethodName> = UserApi[M]["result"];

export interface Api {
  /** @throws ApiError, NetworkError, or the reason of the signal */
  call<M extends MethodName>(method: M, params: ParamsOf<M>, options?: CallOptions): Promise<ResultOf<M>>;
  /** Downloads a file. @throws ApiError, NetworkError, or the reason of the signal */
  download(path: string, options: Pick<CallOptions, "signal" | "onProgress">): Promise<Blob>;
}

/** Timeout in milliseconds of a call without files. */
const TIMEOUT_MS = 60_000;

interface ApiDeps {
  readonly clock: Clock;
  readonly prefetched: PrefetchedResponses;
}

/** `onSignedOut` is called when a response says that the session has ended. */
export function createApi(deps: ApiDeps, onSignedOut: () => void): Api {
  return {
    async call(method, params, options = {}) {
      const response = await send(deps, method, params, options);
      if (response.status === 401) deps.prefetched.drop();
      if (response.status === 401 && method !== "signIn") onSignedOut();
      return readResponse(response) as never;
    },
    download,
  };
}

function send(deps: ApiDeps, method: MethodName, params: object, options: CallOptions): Promise<RawResponse> {
  const path = `/api/${method}`;
  const headers: Record<string, string> = options.key === undefined ? {} : { "Idempotency-Key": options.key };
  if (showsDeveloperPages()) headers["X-Heliogram-Page"] = "developer";
  const form = toFormData(params);
  if (form) return upload(deps.clock, path, form, headers, options);
  headers["Content-Type"] = "application/json";
  const body = portableJson(params);
  const prefetched = deps.prefetched.take(method, body);
  return withTimeout(deps.clock, options.signal, async (signal) => {
    const response = await (prefetched ?? fetch(path, { method: "POST", headers, body, signal }));
    const retry_after = response.headers.get("Retry-After");
    return { status: response.status, text: await response.text(), retry_after };
  });
}

/** The calls that the client makes meanwhile are nobody's doing, and the list of calls does not show them. */
function showsDeveloperPages(): boolean {
  return /^\/developer(?:\/|$)/.test(location.pathname);
}

/** @throws NetworkError, or the reason of the caller's signal */
async function withTimeout(
  clock: Clock,
  callerSignal: AbortSignal | undefined,
  ask: (signal: AbortSignal) => Promise<RawResponse>,
): Promise<RawResponse> {
  const timeout = new AbortController();
  const cancelTimer = clock.after(TIMEOUT_MS, () => timeout.abort());
  const failed = new Promise<never>((_, reject) => {
    timeout.signal.addEventListener("abort", () => reject(timeout.signal.reason as Error));
  });
  try {
    return await Promise.race([
      ask(callerSignal ? AbortSignal.any([callerSignal, timeout.signal]) : timeout.signal),
      failed,
    ]);
  } catch (error) {
    if (callerSignal?.aborted) throw error;
    throw new NetworkError("the service cannot be reached");
  } finally {
    cancelTimer();
  }
}

/** A call with files is sent as multipart form data: files as parts, strings as text, other values as JSON. */
function toFormData(params: object): FormData | undefined {
  const entries = Object.entries(params) as [string, unknown][];
  if (!entries.some(([, value]) => value instanceof Blob)) return undefined;
  const form = new FormData();
  // Fields precede files, so that the server can reject the call before it receives a file.
  for (const [name, value] of entries) {
    if (value === undefined || value instanceof Blob) continue;
    form.set(name, typeof value === "string" ? portableText(value) : portableJson(value));
  }
  for (const [name, value] of entries) if (value instanceof Blob) form.set(name, value);
  return form;
}

interface Envelope {
  readonly ok?: boolean;
  readonly result?: unknown;
  readonly description?: string;
  readonly reason?: string;
  readonly trace_id?: string;
  readonly parameters?: { readonly retry_after?: number };
}

/** The result of a response. @throws ApiError, NetworkError */
export function readResponse({ status, text, retry_after }: RawResponse): unknown {
  const envelope = parseEnvelope(text);
  if (envelope?.ok === true) return envelope.result;
  const retry_after_s = parseRetryAfter(retry_after);
  // A response without an envelope comes from a proxy in front of the server.
  if (!envelope && status >= 500 && retry_after_s === undefined) throw new NetworkError(`HTTP ${status}`);
  const { description = `HTTP ${status}`, reason, trace_id, parameters } = envelope ?? {};
  throw new ApiError(status, description, {
    reason,
    trace_id,
    retry_after_s: parameters?.retry_after ?? retry_after_s,
  });
}

function parseEnvelope(text: string): Envelope | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
