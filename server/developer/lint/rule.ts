/** What a rule of the linter is: a check of what a bot has called and received. */
import { memberOf, parsed } from "../json-values.ts";
import type { UpdateEntry } from "../../activity/bot-records.ts";
import type { RecordedCall } from "../calls/call-log.ts";
import type { RecordedUpdate } from "../updates/update-log.ts";
import type { leftOutOf } from "../../domain/rich/left-out.ts";

/** `error`: something does not work. `warning`: it may not work. `info`: it has no effect, or there is a newer form. */
export type Severity = "error" | "warning" | "info";

/** Whether a finding is shown by a call or by an update. */
export type ExampleKind = "call" | "update";

/** One case of what a rule describes. */
export interface Evidence {
  readonly example: ExampleKind;
  readonly bot_id: number;
  /** What the finding is about, such as a parameter; "" if there is one finding for a bot. */
  readonly subject: string;
  readonly at_ms: number;
  readonly trace_id: string | null;
  /** What is wrong, and what to do. */
  readonly message: string;
}

/** A call that the service answered to a bot whose credential it knows. */
export type BotCall = RecordedCall & { readonly account_id: number };

/** What the linter knows of the bot API. */
export interface BotApi {
  /** The most bytes of `callback_data`. */
  readonly max_callback_bytes: number;
  /** The parameters of a method of any spelling; `undefined` if there is none. */
  readonly parameters: (method: string) => ReadonlySet<string> | undefined;
  /** The name of a method that Telegram has and the service has not. */
  readonly unsupportedMethod: (lower_case: string) => string | undefined;
  /** Parameters that Telegram has and the service ignores. */
  readonly unsupportedParameters: ReadonlySet<string>;
  /** The kinds of update that the service or Telegram has. */
  readonly updateKinds: ReadonlySet<string>;
  /** Parameters, and those that Telegram has replaced them by. */
  readonly replacedParameters: ReadonlyMap<string, string>;
}

/** A callback query that its bot has received. */
export interface DeliveredQuery {
  readonly update: UpdateEntry;
  readonly id: string;
  readonly data: string;
}

export interface LintInput {
  /** In the order in which they arrived. */
  readonly calls: readonly BotCall[];
  readonly updates: readonly RecordedUpdate[];
  /** Queries that can no longer be answered, and were not. */
  readonly unanswered: readonly DeliveredQuery[];
  readonly api: BotApi;
  /** Given because its parsers are loaded when they are needed. */
  readonly leftOutOf: typeof leftOutOf;
  /** The time of the service's clock. */
  readonly now_ms: number;
}

export interface LintRule {
  readonly name: string;
  readonly severity: Severity;
  /** A sentence for the reference: when the rule applies. */
  readonly doc: string;
  readonly check: (input: LintInput) => Iterable<Evidence>;
}

/** The sentence by which a call was refused; `undefined` for others, and where a fault rule has made the response. */
export function refusalOf({ status, response, fault }: BotCall): string | undefined {
  if (status < 400 || response === null || fault !== null) return undefined;
  const description = memberOf(parsed(response), "description");
  return typeof description === "string" ? description : undefined;
}

/** The evidence of a call. */
export function evidenceOf(call: BotCall, subject: string, message: string): Evidence {
  const { account_id: bot_id, at_ms, trace_id } = call;
  return { example: "call", bot_id, subject, at_ms, trace_id, message };
}

/** The evidence of an update. */
export function evidenceOfUpdate(update: UpdateEntry, subject: string, message: string): Evidence {
  const { bot_id, at_ms, trace_id } = update;
  return { example: "update", bot_id, subject, at_ms, trace_id, message };
}

/** Numbers and long ids become `*`, so that buttons that differ in them alone are one subject. */
export function patternOf(callback_data: string): string {
  return callback_data.replaceAll(/[0-9a-f-]{16,}|\d+/gi, "*");
}
