/** The cookie with a browser's session: not readable by scripts, and sent to this service alone. */
import { parseCookie, stringifySetCookie } from "cookie";

/** The form of access tokens, in cookies and headers alike. */
export const ACCESS_TOKEN = /^[A-Za-z0-9_-]{16,256}$/;

/**
 * `__Host-` requires https. Without https the port is part of the name, because browsers send cookies to every port of
 * a host, and on a developer's machine several services share one.
 */
function cookieName(public_url: string, suffix = ""): string {
  const url = new URL(public_url);
  return url.protocol === "https:" ? `__Host-heliogram${suffix}` : `heliogram-${url.port || "80"}${suffix}`;
}

/** Characters of a `Cookie` header that is parsed. Browsers send less, and parsing longer ones takes long. */
const MAX_HEADER = 16 * 1024;

/** The access token in a request's cookie. */
export function sessionInCookie(header: string | undefined, public_url: string): string | undefined {
  const token = valueIn(header, cookieName(public_url));
  return token !== undefined && ACCESS_TOKEN.test(token) ? token : undefined;
}

/** Of the cookie with an attempt to sign in with a provider. */
const ATTEMPT = "-sign-in";

/** The sealed attempt to sign in with a provider, in a request's cookie. */
export function attemptInCookie(header: string | undefined, public_url: string): string | undefined {
  return valueIn(header, cookieName(public_url, ATTEMPT));
}

/** The `Set-Cookie` header that stores an attempt for `lasts_s` seconds; 0 removes it. */
export function keepAttempt(sealed: string, public_url: string, lasts_s: number): string {
  return setCookie(cookieName(public_url, ATTEMPT), sealed, lasts_s);
}

function valueIn(header: string | undefined, name: string): string | undefined {
  return header === undefined || header.length > MAX_HEADER ? undefined : parseCookie(header)[name];
}

/** The `Set-Cookie` header that stores a session for `lasts_s` seconds. */
export function keepSession(access_token: string, public_url: string, lasts_s: number): string {
  return setCookie(cookieName(public_url), access_token, Math.floor(lasts_s));
}

/** The `Set-Cookie` header that removes the session. */
export function forgetSession(public_url: string): string {
  return setCookie(cookieName(public_url), "", 0);
}

function setCookie(name: string, value: string, maxAge: number): string {
  const secure = name.startsWith("__Host-");
  return stringifySetCookie({ name, value, maxAge, path: "/", httpOnly: true, sameSite: "lax", secure });
}
