/** Members of the JSON of rich messages, as their senders passed them. */
import { refuseRich } from "./rich-error.ts";

export type Members = Readonly<Record<string, unknown>>;

/** @throws RichError */
export function arrayOf(raw: unknown, name: string): readonly unknown[] {
  return Array.isArray(raw) ? raw : refuseRich(`${name} is expected to be an array`);
}

/** @throws RichError */
export function objectOf(raw: unknown, name: string): Members {
  const isObject = typeof raw === "object" && raw !== null && !Array.isArray(raw);
  return isObject ? (raw as Members) : refuseRich(`${name} is expected to be an object`);
}

/** @throws RichError */
export function intOf(raw: unknown, name: string, min: number, max: number): number {
  const isWithin = typeof raw === "number" && Number.isSafeInteger(raw) && raw >= min && raw <= max;
  return isWithin ? raw : refuseRich(`${name} is expected to be a whole number from ${min} to ${max}`);
}

/** @throws RichError */
export function wordOf<W extends string>(raw: unknown, name: string, words: readonly W[], absent: W): W {
  if (raw === undefined || raw === null) return absent;
  return words.find((word) => word === raw) ?? refuseRich(`${name} is expected to be one of ${words.join(", ")}`);
}

/** Those of the members that are true. */
export function flags<const N extends string>(raw: Members, ...names: readonly N[]): { readonly [K in N]?: true } {
  const set = names.filter((name) => raw[name] === true).map((name) => [name, true]);
  return Object.fromEntries(set) as { readonly [K in N]?: true };
}
