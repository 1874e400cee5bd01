/** How many files this process may open. */
import { readFileSync } from "node:fs";

/** `undefined` without a limit, and on systems other than Linux. */
export function descriptorLimit(): number | undefined {
  try {
    return limitIn(readFileSync("/proc/self/limits", "utf8"));
  } catch {
    return undefined;
  }
}

/** @param limits - as in `/proc/self/limits` */
export function limitIn(limits: string): number | undefined {
  const [, soft] = /^Max open files\s+(\d+)/m.exec(limits) ?? [];
  return soft === undefined ? undefined : Number(soft);
}
