/** Same-origin checks: whether a browser sent a request for one of this service's pages or for another site's. */
import type { IncomingHttpHeaders } from "node:http";

/**
 * Browsers set `Sec-Fetch-Site` and `Origin`, and pages cannot change them. A request without either comes from no
 * browser and is not accepted. The service's origin is its public address, or the host of this very request: cookies
 * are kept by host, so another name for this machine brings no session along.
 */
export function isSameOrigin(headers: IncomingHttpHeaders, public_url: string): boolean {
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return site === "same-origin";
  const { origin } = headers;
  if (origin === undefined || !URL.canParse(origin)) return false;
  return origin === new URL(public_url).origin || new URL(origin).host === headers.host;
}

/** The only form that is accepted, because the origin is shown in programs that people copy. Host names are shorter. */
const PLAIN_ORIGIN = /^https?:\/\/(?:[a-z0-9._-]{1,100}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/;

/** The origin of the page that sent a request; `undefined` for programs and for pages of other sites. */
export function pageOrigin(headers: IncomingHttpHeaders, public_url: string): string | undefined {
  const { origin } = headers;
  return origin !== undefined && PLAIN_ORIGIN.test(origin) && isSameOrigin(headers, public_url) ? origin : undefined;
}

/**
 * Whether a browser says that another site's page caused the request. Typed addresses and links opened from other
 * programs do not count.
 */
export function isCrossSite(headers: IncomingHttpHeaders): boolean {
  const site = headers["sec-fetch-site"];
  return site === "cross-site" || site === "same-site";
}

/** Names under which only this machine is reached, and addresses, which no DNS server can make another site's name. */
const LOCAL_HOST =
  /^(?:localhost|(?:[a-z0-9-]+\.){1,8}localhost|\d{1,3}(?:\.\d{1,3}){3}|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

function isLocalHost(host: string): boolean {
  return LOCAL_HOST.test(host);
}

/**
 * Whether the page that sent a request is under a name that is not the service's: its owner may have pointed that name to
 * this machine, and a browser then takes the page for one of the service's own. Only the operator's public address says
 * which name is the service's, so without it none is foreign.
 */
export function isUnderForeignName({ origin }: IncomingHttpHeaders, configured_url: string | undefined): boolean {
  if (configured_url === undefined || origin === undefined) return false;
  if (!URL.canParse(origin)) return true;
  return new URL(origin).origin !== new URL(configured_url).origin && !isLocalHost(new URL(origin).host);
}

/**
 * `isForeignPage` for GET and HEAD. In those, a browser says nothing about the page when it gets it over plain http under any
 * name but a local one, so every request under another name is refused.
 */
export function isForeignRead(headers: IncomingHttpHeaders): boolean {
  return !isLocalHost(headers.host ?? "") || isForeignPage(headers);
}

/**
 * Whether a page that is not this service's own has caused the request. Needed where there is no credential: a page of
 * another site may be served under a name that its owner points to this machine, so a page's host must be a local name
 * or an address. Programs, which send neither header, are not concerned.
 */
export function isForeignPage(headers: IncomingHttpHeaders): boolean {
  const site = headers["sec-fetch-site"];
  const { origin, host = "" } = headers;
  if (site === undefined && origin === undefined) return false;
  if (!isLocalHost(host) || (site !== undefined && site !== "same-origin")) return true;
  return origin !== undefined && (!URL.canParse(origin) || new URL(origin).host !== host);
}
