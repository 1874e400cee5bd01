/** The linter: applies the rules to what is recorded of bots. */
import { hideTokens } from "../../domain/hide-tokens.ts";
import { callbackDataNearLimit, callbackQueryUnanswered } from "./buttons.ts";
import {
  replacedParameter,
  unknownMethod,
  unknownParameter,
  unsupportedMethod,
  unsupportedParameter,
} from "./calls.ts";
import { concurrentPolls, pollWithWebhook, unknownUpdateKind, updateUnconfirmed } from "./polls.ts";
import { rateLimitIgnored } from "./rate-limits.ts";
import { reactionRefused, reactionsWithoutRights } from "./reactions.ts";
import { richMessageLoss } from "./rich-messages.ts";
import { draftWithoutMessage, streamingByEdits } from "./streaming.ts";
import { answerOutsideTopic, generalTopicNamed, topicRightMissing } from "./topics.ts";
import type { ExampleKind, LintInput, LintRule, Severity } from "./rule.ts";

/** Errors first. */
export const LINT_RULES: readonly LintRule[] = [
  callbackQueryUnanswered,
  rateLimitIgnored,
  pollWithWebhook,
  concurrentPolls,
  updateUnconfirmed,
  unsupportedMethod,
  unknownMethod,
  generalTopicNamed,
  topicRightMissing,
  reactionRefused,
  answerOutsideTopic,
  reactionsWithoutRights,
  draftWithoutMessage,
  callbackDataNearLimit,
  unknownParameter,
  unknownUpdateKind,
  richMessageLoss,
  unsupportedParameter,
  streamingByEdits,
  replacedParameter,
];

/** What a rule has found of one bot and subject. */
export interface Finding {
  readonly rule: string;
  readonly severity: Severity;
  readonly bot_id: number;
  readonly subject: string;
  /** What the newest example is. */
  example: ExampleKind;
  count: number;
  first_at_ms: number;
  last_at_ms: number;
  /** The call that is the newest example, or has caused the update that is it. */
  trace_id: string | null;
  message: string;
}

/** Findings of one rule: a bot may put any text into its parameters. */
const MAX_FINDINGS = 200;

/** What one rule finds. */
export function applyRule({ name, severity, check }: LintRule, input: LintInput): Finding[] {
  const findings = new Map<string, Finding>();
  for (const { example, bot_id, subject, at_ms, trace_id, message } of check(input)) {
    const key = `${bot_id} ${subject}`;
    const known = findings.get(key);
    if (known) {
      known.count += 1;
      known.first_at_ms = Math.min(known.first_at_ms, at_ms);
      known.last_at_ms = Math.max(known.last_at_ms, at_ms);
      known.example = example;
      known.trace_id = trace_id;
      known.message = hideTokens(message);
    } else if (findings.size < MAX_FINDINGS) {
      findings.set(key, {
        rule: name,
        severity,
        bot_id,
        subject: hideTokens(subject),
        example,
        count: 1,
        first_at_ms: at_ms,
        last_at_ms: at_ms,
        trace_id,
        message: hideTokens(message),
      });
    }
  }
  return [...findings.values()];
}
