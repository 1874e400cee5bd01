/** People's door: `POST /api/<method>`, by programs with an access token and by browsers with a cookie. */
import type { IncomingMessage } from "node:http";
import { MediaBusy } from "../media/upload.ts";
import { failure, success, tooMany, type Answer } from "../methods/answer.ts";
import { call, type Caller } from "../methods/call.ts";
import type { Method } from "../methods/method.ts";
import { callerOf } from "./callers.ts";
import { compressor } from "./compressed.ts";
import type { FaceDeps } from "./face.ts";
import { BodyFault } from "./body/raw-call.ts";
import { readMethodCall } from "./method-body.ts";
import { forOthers, fromOwnPages, pageAddress } from "./own-pages.ts";
import type { Door } from "./server.ts";
import { forgetSession, keepSession, sessionInCookie } from "./session-cookie.ts";
import { unescaped } from "./unescaped.ts";

const PREFIX = "/api/";
const KEY = /^[A-Za-z0-9_-]{8,64}$/;

interface WebPath {
  readonly name: string;
  readonly query: string;
}

/** The method that an address names, or `undefined` for an address elsewhere. */
function readWebPath(url: string): WebPath | undefined {
  if (!url.startsWith(PREFIX)) return undefined;
  const mark = url.indexOf("?");
  const path = mark < 0 ? url : url.slice(0, mark);
  return { name: unescaped(path.slice(PREFIX.length)), query: mark < 0 ? "" : url.slice(mark + 1) };
}

/** People's door. */
export function webDoor(deps: FaceDeps): Door {
  const compressed = compressor();
  return ({ req, url, trace_id }) => {
    const path = readWebPath(url);
    return path && answerPerson(deps, path, req, trace_id).then((answer) => compressed(req, answer));
  };
}

/** Answers one request of a person's client. @throws only what nobody expected */
async function answerPerson(deps: FaceDeps, path: WebPath, req: IncomingMessage, trace_id: string): Promise<Answer> {
  const method = deps.methods.get(path.name.toLowerCase());
  if (!method) return failure(404, "method not found", trace_id);
  if (req.method !== "POST") return { ...failure(405, "use POST", trace_id), allow: "POST" };
  if (method.access.scope === "anyone") {
    // Else a page elsewhere could have its visitors sign up here, each from an address of their own.
    if (forOthers(req.headers)) return foreign(trace_id);
    return withCookie(deps, req, await perform(deps, method, undefined, path.query, req, trace_id));
  }
  const caller = await callerOf(deps, req);
  if (caller === "foreign") return foreign(trace_id);
  if (!caller) return withoutCookie(deps, req, failure(401, "Unauthorized", trace_id));
  return withCookie(deps, req, await perform(deps, method, caller, path.query, req, trace_id));
}

function foreign(trace_id: string): Answer {
  return failure(403, "the request comes from another site's page", trace_id);
}

async function perform(
  deps: FaceDeps,
  method: Method,
  caller: Caller | undefined,
  query: string,
  req: IncomingMessage,
  trace_id: string,
): Promise<Answer> {
  try {
    const uploads = caller ? deps.uploadsOf(caller.account) : null;
    const raw = await readMethodCall(method, req, query, deps.limits, uploads);
    const around = { trace_id, key: keyIn(req), gone: undefined, from: deps.clientAddress(req) };
    if (!caller) return await call(deps, method, caller, raw, around);
    const origin = pageAddress(req.headers, deps.addresses.common);
    const address = deps.addresses.forAnswer(caller.account.id, origin);
    return await call(deps, method, caller, raw, { ...around, address });
  } catch (error) {
    if (error instanceof BodyFault) return failure(error.code, error.message, trace_id);
    if (error instanceof MediaBusy) return tooMany(error.retry_after_s, trace_id);
    throw error;
  }
}

/** The `Idempotency-Key` header. */
function keyIn(req: IncomingMessage): string | undefined {
  const key = req.headers["idempotency-key"];
  return typeof key === "string" && KEY.test(key) ? key : undefined;
}

/** A browser gets its session as a cookie, and no token that a script could read. */
function withCookie(deps: FaceDeps, req: IncomingMessage, answer: Answer): Answer {
  const { session } = answer;
  if (session === undefined) return answer;
  if (session === "ended") return withoutCookie(deps, req, answer);
  if (!fromOwnPages(req.headers, deps.addresses.common)) return answer;
  const set_cookie = keepSession(session.access_token, deps.addresses.common, deps.session_s);
  return { ...success(session.shown), set_cookie };
}

/** A browser need not keep what opens nothing any more. */
function withoutCookie(deps: FaceDeps, req: IncomingMessage, answer: Answer): Answer {
  const public_url = deps.addresses.common;
  const kept = sessionInCookie(req.headers.cookie, public_url) !== undefined;
  return kept ? { ...answer, set_cookie: forgetSession(public_url) } : answer;
}
