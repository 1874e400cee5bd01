/** Whether a browser sent a request on behalf of this service's own pages, or of somebody else's. */
import type { IncomingHttpHeaders } from "node:http";

/**
 * Browsers say where a request comes from, and pages cannot change what they say. A request that tells neither is no
 * browser's. Own is the address people use, and also whichever address this very request was sent to: a cookie is kept
 * by host, so another name for this machine brings no session along.
 */
export function fromOwnPages(headers: IncomingHttpHeaders, public_url: string): boolean {
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return site === "same-origin";
  const { origin } = headers;
  if (origin === undefined || !URL.canParse(origin)) return false;
  return origin === new URL(public_url).origin || new URL(origin).host === headers.host;
}

/** No more than this: an address stands in programs that people copy. Names of machines are shorter. */
const PLAIN = /^https?:\/\/(?:[a-z0-9._-]{1,100}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/;

/** Where the page that sends a request was opened; nothing for programs, and for pages that are not the service's own. */
export function pageAddress(headers: IncomingHttpHeaders, public_url: string): string | undefined {
  const { origin } = headers;
  return origin !== undefined && PLAIN.test(origin) && fromOwnPages(headers, public_url) ? origin : undefined;
}

/** Whether a browser says that it follows somebody else's wish: an address typed in, or opened from elsewhere, is the person's own. */
export function forOthers(headers: IncomingHttpHeaders): boolean {
  const site = headers["sec-fetch-site"];
  return site === "cross-site" || site === "same-site";
}
