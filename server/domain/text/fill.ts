/** Texts with values of people in them: letters and notices. */
import { closeBidi } from "@heliogram/shared/close-bidi.ts";

/** The longest value from a person in a text. */
const MAX_VALUE = 200;

/**
 * Puts values in the place of `{name}`. Control characters become spaces, so that no value begins a line or a header, and
 * a value cannot turn the direction of the text behind it.
 */
export function fill(template: string, values: Readonly<Record<string, string>>): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => shown(values[name]!));
}

/** One line of text that somebody else has written. */
export function shown(value: string, limit = MAX_VALUE): string {
  const line = value.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();
  const points = [...line];
  return closeBidi(points.length > limit ? `${points.slice(0, limit - 1).join("")}…` : line);
}
