/** Durations as people write them: `500ms`, `31s`, `5m`, `2h`, `1d`. */

const UNITS_MS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** The milliseconds of a duration; `undefined` if the text is none. */
export function durationMs(text: string): number | undefined {
  const [, amount, unit] = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/.exec(text) ?? [];
  return amount === undefined ? undefined : Number(amount) * UNITS_MS[unit!]!;
}
