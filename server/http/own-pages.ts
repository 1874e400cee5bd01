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

/** Whether a browser follows somebody else's wish: an address typed in, or opened from elsewhere, is the person's own. */
export function forOthers(headers: IncomingHttpHeaders): boolean {
  const site = headers["sec-fetch-site"];
  return site === "cross-site" || site === "same-site";
}
