/** Failed calls as the log shows them: who has called what, and what was wrong. */
import { descriptionOf, type CallFacts } from "../activity/calls.ts";
import { hideTokens } from "../domain/hide-tokens.ts";
import type { Requester } from "./client-address.ts";

/** A response: one with a status from 400 on, and where the log shows all any other. */
export interface FailedCall {
  /** The value of the metric's label `api`; `webhook` for a method in the response of a webhook. */
  readonly api: string;
  readonly status: number;
  /** The body of the response; empty if it is not an error in JSON. */
  readonly body: string;
  readonly trace_id: string;
  /** `undefined` if the request is no call of a method. */
  readonly caller: CallFacts | undefined;
  /** `undefined` if there was no request. */
  readonly from: Requester | undefined;
}

/** The statuses that are failures. */
export const FIRST_FAILURE = 400;

/** The callers of failed calls, by the response or the thrown error. Calls that succeed have no entry. */
const callers = new WeakMap<object, CallFacts>();

/** Notes who has made a call that failed with this response or error. */
export function attribute(outcome: unknown, caller: CallFacts): void {
  if (typeof outcome === "object" && outcome !== null) callers.set(outcome, caller);
}

/** Who has made the call; `undefined` if that was not noted. */
export function callerOf(outcome: unknown): CallFacts | undefined {
  return typeof outcome === "object" && outcome !== null ? callers.get(outcome) : undefined;
}

/** What a sentence quotes, which the caller has written. Names of declared parameters stay. */
const QUOTED = /(?<!parameter )".*"/s;

/** The sentence of an error response without credentials and without parts of the request; empty if there is none. */
export function shownSentence(body: string): string {
  return hideTokens(descriptionOf(body)).replace(QUOTED, '"…"');
}
