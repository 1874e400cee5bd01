/** The cookie with a browser's session: not readable by scripts, and sent to this service alone. */
import { parseCookie, stringifySetCookie } from "cookie";

/** The form of access tokens, in cookies and headers alike. */
export const ACCESS_TOKEN = /^[A-Za-z0-9_-]{16,256}$/;

/**
 * `__Host-` requires https. Without https the port is part of the name, because browsers send cookies to every port of
 * a host, and on a developer's machine several services share one.
 */
function cookieName(public_url: string): string {
  const url = new URL(public_url);
  return url.protocol === "https:" ? "__Host-heliogram" : `heliogram-${url.port || "80"}`;
}

/** Characters of a `Cookie` header that is parsed. Browsers send less, and parsing longer ones takes long. */
const MAX_HEADER = 16 * 1024;

/** The access token in a request's cookie. */
export function sessionInCookie(header: string | undefined, public_url: string): string | undefined {
  if (header === undefined || header.length > MAX_HEADER) return undefined;
  const token = parseCookie(header)[cookieName(public_url)];
  return token !== undefined && ACCESS_TOKEN.test(token) ? token : undefined;
}

/** The `Set-Cookie` header that stores a session for `lasts_s` seconds. */
export function keepSession(access_token: string, public_url: string, lasts_s: number): string {
  return setCookie(public_url, access_token, Math.floor(lasts_s));
}

/** The `Set-Cookie` header that removes the session. */
export function forgetSession(public_url: string): string {
  return setCookie(public_url, "", 0);
}

function setCookie(public_url: string, value: string, maxAge: number): string {
  const name = cookieName(public_url);
  const secure = name.startsWith("__Host-");
  return stringifySetCookie({ name, value, maxAge, path: "/", httpOnly: true, sameSite: "lax", secure });
}
