/** Security headers: those of every response, and those of the web client's pages. */

/**
 * Every response has these; routes that serve pages and files replace some. With them a browser guesses no content
 * type, caches nothing, frames nothing, and neither embeds a response into another site's page nor sends its address,
 * which may contain a token, as a referrer.
 */
export const COMMON_HEADERS: Readonly<Record<string, string>> = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "Cache-Control": "no-store",
};

/** The same as header lines, for responses that are written as text. */
export const COMMON_HEADER_LINES = headerLines(COMMON_HEADERS);

export function headerLines(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("");
}

/**
 * With Trusted Types no string can become a script, and nothing is loaded from other hosts. The only policy is for the
 * address of the service worker (`web/core/ports/service-worker.ts`).
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "img-src 'self' blob:",
  "media-src 'self' blob:",
  "worker-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types service-worker",
].join("; ");

export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  "Content-Security-Policy": CONTENT_SECURITY_POLICY,
  "Cross-Origin-Opener-Policy": "same-origin",
  "Permissions-Policy": "camera=(), geolocation=(self), microphone=(self), payment=(), usb=()",
};
