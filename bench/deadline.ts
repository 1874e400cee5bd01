/** Ends a benchmark that waits for something that never comes. */
import type { BenchmarkOptions } from "./benchmarks/benchmark.ts";

/** Longer than any benchmark takes on a slow machine. */
const FULL_MINUTES = 45;
const TINY_MINUTES = 5;
/** Filling the largest dataset. */
const MESSAGES_A_MINUTE = 100_000;

/** The result of a benchmark. @throws Error if it takes much longer than it can need */
export function withDeadline<T>(
  name: string,
  result: Promise<T>,
  { tiny, minutes, messages }: Pick<BenchmarkOptions, "tiny" | "minutes" | "messages">,
): Promise<T> {
  const limit_minutes = tiny ? TINY_MINUTES : FULL_MINUTES + 2 * minutes + messages / MESSAGES_A_MINUTE;
  return endWithin(name, result, Math.ceil(limit_minutes) * 60_000);
}

/** @throws Error if the result is not there after so many milliseconds */
export async function endWithin<T>(name: string, result: Promise<T>, limit_ms: number): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`${name} has not ended within ${limit_ms / 1000} s`)), limit_ms);
  try {
    return await Promise.race([result, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
