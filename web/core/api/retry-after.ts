/** Parses the `Retry-After` header, which proxies send instead of `parameters.retry_after`. */

/** @returns whole seconds, or `undefined` for a missing header and for a date, which hardly any server sends */
export function parseRetryAfter(header: string | null): number | undefined {
  const value = header?.trim() ?? "";
  return /^\d{1,9}$/.test(value) ? Number(value) : undefined;
}
