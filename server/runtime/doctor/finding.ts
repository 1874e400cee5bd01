/** What the doctor says: one finding for each thing that it has looked at. */

/** What it looks at. A row in docs/guides/watch.md explains each. */
export const CHECKS = [
  "settings",
  "data folder",
  "disk",
  "key",
  "store",
  "clock",
  "public URL",
  "certificate",
  "descriptors",
  "bucket",
  "redis",
  "sign-in providers",
  "mail",
  "push services",
  "webhooks",
  "queues",
] as const;

export type Check = (typeof CHECKS)[number];

export interface Finding {
  readonly check: Check;
  /** A problem keeps something from working now. A warning will, or should be known. */
  readonly level: "ok" | "warning" | "problem";
  readonly message: string;
  /** What to do. */
  readonly advice?: string;
}

export function ok(check: Check, message: string): Finding {
  return { check, level: "ok", message };
}

export function warning(check: Check, message: string, advice: string): Finding {
  return { check, level: "warning", message, advice };
}

export function problem(check: Check, message: string, advice: string): Finding {
  return { check, level: "problem", message, advice };
}

/** The findings, or that all is well if there are none. */
export function orOk(check: Check, findings: readonly Finding[], message: string): readonly Finding[] {
  return findings.length > 0 ? findings : [ok(check, message)];
}
