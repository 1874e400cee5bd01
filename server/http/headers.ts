/** The headers of safety: those that every answer has, and what the web client's pages may load, run and be embedded in. */

/**
 * Every answer has these, and what serves pages and files puts others in their place: no browser guesses a type, keeps
 * an answer, frames it, loads it into another site's page, or tells of its address, which may hold a token.
 */
export const COMMON_HEADERS: Readonly<Record<string, string>> = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "Cache-Control": "no-store",
};

/** The same for answers that are written as text. */
export const COMMON_LINES = Object.entries(COMMON_HEADERS)
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join("");

/**
 * Trusted Types keep text from ever becoming a script; nothing is loaded from any other host. The one policy there is
 * names the service worker (`web/ports/worker.ts`).
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
