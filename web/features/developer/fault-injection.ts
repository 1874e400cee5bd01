/** The fault rule that the form describes. */
import type { FaultEffect } from "@heliogram/shared/faults.ts";
import type { FaultInjection } from "../../core/api/developer-api.ts";
import { parseReference } from "./search.ts";

/** The fields as they were typed. */
export interface FaultFields {
  readonly effect: FaultEffect;
  /** Whether the call or delivery is carried out, and only its response is lost. */
  readonly isAfter: boolean;
  readonly bot: string;
  readonly method?: string;
  readonly chat?: string;
  readonly text?: string;
  readonly nth?: string;
  readonly count?: string;
  readonly percent?: string;
  readonly error_code?: string;
  readonly retry_after?: string;
  readonly delay_ms?: string;
}

export function isAboutCalls(effect: FaultEffect): boolean {
  return ["error", "delay", "hang", "reset", "cut"].includes(effect);
}

/** Updates are delivered in any case, a delay comes before everything, and a response is cut after its call. */
export function mayHappenAfter(effect: FaultEffect): boolean {
  return !["duplicate", "reorder", "delay", "cut"].includes(effect);
}

/** Fields that the effect does not have may still hold what was typed for another one. */
export function faultInjection(fields: FaultFields): FaultInjection {
  const { effect, bot, chat = "", method = "", text = "", percent, isAfter } = fields;
  const isError = effect === "error" || effect === "webhook_error";
  const probability = numberOf(percent);
  return {
    effect,
    when: isAfter && mayHappenAfter(effect) ? "after" : undefined,
    bot: parseReference(bot),
    chat: parseReference(chat),
    method: isAboutCalls(effect) && method.trim() !== "" ? method.trim() : undefined,
    text: text === "" ? undefined : text,
    nth: numberOf(fields.nth),
    count: numberOf(fields.count),
    // A rule without a probability always applies.
    probability: probability === undefined || probability === 100 ? undefined : probability / 100,
    error_code: isError ? numberOf(fields.error_code) : undefined,
    retry_after: isError ? numberOf(fields.retry_after) : undefined,
    delay_ms: effect === "delay" ? numberOf(fields.delay_ms) : undefined,
  };
}

function numberOf(typed: string | undefined): number | undefined {
  return typed === undefined || typed.trim() === "" ? undefined : Number(typed);
}
