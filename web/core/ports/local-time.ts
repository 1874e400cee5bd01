/** Conversions between Unix time and other forms of times: the values of date and time inputs, and ISO 8601. */

/** `2026-01-31T14:05:00Z` */
export function toIsoTime(at_s: number): string {
  return new Date(at_s * 1000).toISOString().replace(".000", "");
}

/** `2026-01-31T14:05`, in the local time zone. */
export function toLocalDateTime(at_s: number): string {
  const at = new Date(at_s * 1000);
  const two = (part: number) => String(part).padStart(2, "0");
  const day = `${String(at.getFullYear()).padStart(4, "0")}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** The Unix time in seconds of a date and time input, or `undefined` if it is invalid or out of range. */
export function fromLocalDateTime(field: string, first_s: number, last_s: number): number | undefined {
  const at_s = Math.floor(new Date(field).getTime() / 1000);
  return at_s >= first_s && at_s <= last_s ? at_s : undefined;
}

/** The Unix time in seconds at which the local day of a date input (`2026-01-31`) begins, plus a number of days. */
export function startOfLocalDay_s(field: string, days_later = 0): number {
  const [year = 0, month = 1, day = 1] = field.split("-").map(Number);
  return Math.floor(new Date(year, month - 1, day + days_later).getTime() / 1000);
}
