/** Moments as fields for days and times have them. */

/** `2026-01-31T14:05`, in the person's own time zone. */
export function localTime(at_s: number): string {
  const at = new Date(at_s * 1000);
  const two = (part: number) => String(part).padStart(2, "0");
  const day = `${String(at.getFullYear()).padStart(4, "0")}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** Unix seconds of what such a field holds, or nothing where it holds none between the two. */
export function momentOf(field: string, first_s: number, last_s: number): number | undefined {
  const at_s = Math.floor(new Date(field).getTime() / 1000);
  return at_s >= first_s && at_s <= last_s ? at_s : undefined;
}

/** Unix seconds at which a day begins that a field for days holds (`2026-01-31`), or the one so many days after it. */
export function dayOf_s(field: string, later = 0): number {
  const [year = 0, month = 1, day = 1] = field.split("-").map(Number);
  return Math.floor(new Date(year, month - 1, day + later).getTime() / 1000);
}
