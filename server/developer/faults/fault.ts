/** A fault rule: which calls, updates or deliveries it is about, and what happens to them. */
import type { FaultEffect } from "@heliogram/shared/faults.ts";

/** What a rule is about: calls of bots, updates on their way to bots, or requests to webhooks. */
export type FaultTarget = "calls" | "updates" | "webhooks";

export const TARGETS: Readonly<Record<FaultEffect, FaultTarget>> = {
  error: "calls",
  delay: "calls",
  hang: "calls",
  reset: "calls",
  cut: "calls",
  duplicate: "updates",
  reorder: "updates",
  webhook_error: "webhooks",
  webhook_timeout: "webhooks",
  webhook_reset: "webhooks",
};

/** What a rule calls the download of a file, which is no method. */
export const DOWNLOAD = "downloadFile";

/** What must hold for a rule to match. An absent condition always holds. */
export interface FaultConditions {
  readonly bot_id?: number | undefined;
  /** The declared name of a method, or `DOWNLOAD`; of calls alone. */
  readonly method?: string | undefined;
  readonly chat_id?: number | undefined;
  /** What the text or caption contains. */
  readonly text?: string | undefined;
  /** The first match that the rule may apply to, from 1. */
  readonly nth?: number | undefined;
  /** The probability of applying to a match, if it is not 1. */
  readonly probability?: number | undefined;
  /** How often it applies at most. */
  readonly count?: number | undefined;
}

/** The error of `error`, and the response of `webhook_error`. */
export interface FaultError {
  readonly error_code: number;
  /** The whole description of the envelope. */
  readonly description?: string | undefined;
  readonly retry_after?: number | undefined;
  /** The member `parameters` of the envelope. */
  readonly parameters?: Readonly<Record<string, unknown>> | undefined;
}

export interface FaultDefinition extends FaultConditions {
  readonly effect: FaultEffect;
  /** Whether it happens before the call or delivery is carried out, which then may not be, or after it. */
  readonly when: "before" | "after";
  readonly error?: FaultError | undefined;
  /** Milliseconds of the service's clock. */
  readonly delay_ms?: number | undefined;
  /** Bytes of the response's body that are sent. */
  readonly cut_bytes?: number | undefined;
}

export interface FaultRule extends FaultDefinition {
  readonly id: number;
  /** How often its conditions held, apart from `nth`, `probability` and `count`. */
  readonly matched: number;
  /** How often it has applied. */
  readonly applied: number;
}

/** The name of a rule in the logs: its id and its effect. */
export function faultName({ id, effect, error }: FaultRule): string {
  return `${id}: ${error ? `${effect} ${error.error_code}` : effect}`;
}
