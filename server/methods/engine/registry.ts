/** Finds a method by its case-insensitive name (behaviour.md §1). */
import type { Method } from "./method.ts";

export type Registry = ReadonlyMap<string, Method>;

/** @throws when two methods have the same name */
export function registry(methods: readonly Method[]): Registry {
  const known = new Map<string, Method>();
  for (const method of methods) {
    for (const name of [method.name, ...(method.aliases ?? [])]) {
      const key = name.toLowerCase();
      if (known.has(key)) throw new Error(`two methods are called ${key}`);
      known.set(key, method);
    }
  }
  return known;
}
