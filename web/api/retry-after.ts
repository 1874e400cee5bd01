/** The `Retry-After` header: proxies have no other way to say how long to wait. */

/** @returns whole seconds, or nothing where it says none; a date, which is allowed as well, is written by hardly anybody */
export function secondsIn(header: string | null): number | undefined {
  const said = header?.trim() ?? "";
  return /^\d{1,9}$/.test(said) ? Number(said) : undefined;
}
