/** Turns the session that a call has opened or ended into a cookie, for browsers. */
import type { IncomingMessage } from "node:http";
import { success, type ApiResponse } from "../../methods/engine/api-response.ts";
import type { Deps } from "../../methods/engine/deps.ts";
import { isSameOrigin } from "./same-origin.ts";
import { forgetSession, keepSession, sessionInCookie } from "./session-cookie.ts";

/** A browser gets its session as a cookie, and no token that a script could read. */
export function withCookie(deps: Deps, req: IncomingMessage, response: ApiResponse): ApiResponse {
  const { session } = response;
  if (session === undefined) return response;
  if (session === "ended") return withoutCookie(deps, req, response);
  if (!isSameOrigin(req.headers, deps.addresses.public_url)) return response;
  const set_cookie = keepSession(session.access_token, deps.addresses.public_url, deps.settings.session_s);
  return { ...success(session.shown), set_cookie };
}

/** Removes the cookie of a session that is no longer valid. */
export function withoutCookie(deps: Deps, req: IncomingMessage, response: ApiResponse): ApiResponse {
  const public_url = deps.addresses.public_url;
  const kept = sessionInCookie(req.headers.cookie, public_url) !== undefined;
  return kept ? { ...response, set_cookie: forgetSession(public_url) } : response;
}
