/** Calls of the service's methods, checked against their declarations. */
import type { WebApi } from "heliogram/methods/web/index.ts";
import { download } from "./download.ts";
import type { Clock } from "../ports/clock.ts";
import type { EarlyAnswers } from "../ports/early.ts";
import { Refusal, Unreachable } from "./failure.ts";
import { secondsIn } from "./retry-after.ts";
import type { CallOptions, Reply } from "./types.ts";
import { upload } from "./upload.ts";

export type MethodName = keyof WebApi;
export type ParamsOf<M extends MethodName> = WebApi[M]["params"];
export type ResultOf<M extends MethodName> = WebApi[M]["result"];

export interface Api {
  /** @throws Refusal, Unreachable, or the signal's reason */
  call<M extends MethodName>(method: M, params: ParamsOf<M>, options?: CallOptions): Promise<ResultOf<M>>;
  /** Fetches a file. @throws Refusal, Unreachable, or the signal's reason */
  download(path: string, options: Pick<CallOptions, "signal" | "onProgress">): Promise<Blob>;
}

/** Milliseconds after which an answer is waited for no longer: nothing that people ask takes so long, but files. */
const PATIENCE_MS = 60_000;

interface ApiDeps {
  readonly clock: Clock;
  readonly early: EarlyAnswers;
}

/** `onSignedOut` is told when the session has ended. */
export function createApi(deps: ApiDeps, onSignedOut: () => void): Api {
  return {
    async call(method, params, options = {}) {
      const reply = await send(deps, method, params, options);
      if (reply.status === 401) deps.early.drop();
      if (reply.status === 401 && method !== "signIn") onSignedOut();
      return read(reply) as never;
    },
    download,
  };
}

function send(deps: ApiDeps, method: MethodName, params: object, options: CallOptions): Promise<Reply> {
  const path = `/api/${method}`;
  const headers: Record<string, string> = options.key === undefined ? {} : { "Idempotency-Key": options.key };
  const form = asForm(params);
  if (form) return upload(deps.clock, path, form, headers, options);
  headers["Content-Type"] = "application/json";
  const body = JSON.stringify(params);
  const early = deps.early.take(method, body);
  return withPatience(deps.clock, options.signal, async (signal) => {
    const response = await (early ?? fetch(path, { method: "POST", headers, body, signal }));
    const retry_after = response.headers.get("Retry-After");
    return { status: response.status, text: await response.text(), retry_after };
  });
}

/** @throws Unreachable, or the reason of the caller's own signal */
async function withPatience(
  clock: Clock,
  own: AbortSignal | undefined,
  ask: (signal: AbortSignal) => Promise<Reply>,
): Promise<Reply> {
  const patience = new AbortController();
  const callOff = clock.after(PATIENCE_MS, () => patience.abort());
  const lost = new Promise<never>((_, reject) => {
    patience.signal.addEventListener("abort", () => reject(patience.signal.reason as Error));
  });
  try {
    return await Promise.race([ask(own ? AbortSignal.any([own, patience.signal]) : patience.signal), lost]);
  } catch (error) {
    if (own?.aborted) throw error;
    throw new Unreachable("the service cannot be reached");
  } finally {
    callOff();
  }
}

/** Files travel as parts of a form, everything else in it as text or JSON. */
function asForm(params: object): FormData | undefined {
  const entries = Object.entries(params) as [string, unknown][];
  if (!entries.some(([, value]) => value instanceof Blob)) return undefined;
  const form = new FormData();
  // Fields before files: what the service can refuse without the file, it refuses at once.
  for (const [name, value] of entries) {
    if (value === undefined || value instanceof Blob) continue;
    form.set(name, typeof value === "string" ? value : JSON.stringify(value));
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

function read({ status, text, retry_after }: Reply): unknown {
  const envelope = parse(text);
  if (envelope?.ok === true) return envelope.result;
  const asked_s = secondsIn(retry_after);
  // A proxy in between answers in its own words.
  if (!envelope && status >= 500 && asked_s === undefined) throw new Unreachable(`HTTP ${status}`);
  const { description = `HTTP ${status}`, reason, trace_id, parameters } = envelope ?? {};
  throw new Refusal(status, description, { reason, trace_id, retry_after_s: parameters?.retry_after ?? asked_s });
}

function parse(text: string): Envelope | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
