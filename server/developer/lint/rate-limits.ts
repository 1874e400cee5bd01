/** The rule about calls that are repeated before a rate limit allows them. */
import { memberOf, parsed } from "../json-values.ts";
import { evidenceOf, type BotCall, type LintRule } from "./rule.ts";

/** A call that arrives within this time after the refusal may have been under way already. */
const UNDER_WAY_MS = 250;
/** Timers fire this much too early at most. */
const EARLY_MS = 50;

/** A refusal of one method in one chat, by both clocks: a bot waits by the machine's, a developer advances the service's. */
interface Limit {
  readonly known_elapsed_ms: number;
  readonly until_elapsed_ms: number;
  readonly until_ms: number;
}

export const rateLimitIgnored: LintRule = {
  name: "rate_limit_ignored",
  severity: "error",
  doc: "After 429, the bot calls the same method in the same chat before `retry_after` seconds are over. What arrives within a quarter of a second may have been sent before, and does not count.",
  *check({ calls }) {
    const limits = new Map<string, Limit[]>();
    for (const call of calls) {
      const chat = call.params?.get("chat_id");
      // The status of a method in a webhook's response is not told to the bot.
      if (call.api !== "bot" || chat === undefined) continue;
      const key = `${call.account_id} ${call.method} ${String(chat).trim().toLowerCase()}`;
      const open = limits.get(key) ?? [];
      while (open.length > 0 && isOver(open[0]!, call)) open.shift();
      if (open.length > 0 && call.elapsed_ms >= open[0]!.known_elapsed_ms) {
        const message = `${call.method} was called in a chat again before retry_after was over. After 429, wait for parameters.retry_after seconds, as a retry plugin of the library does.`;
        yield evidenceOf(call, call.method, message);
      }
      const limit = limitOf(call);
      if (!limit) continue;
      open.push(limit);
      limits.set(key, open);
    }
  },
};

function isOver({ until_elapsed_ms, until_ms }: Limit, call: BotCall): boolean {
  return call.elapsed_ms >= until_elapsed_ms - EARLY_MS || call.at_ms >= until_ms;
}

function limitOf({ status, response, at_ms, elapsed_ms, duration_ms }: BotCall): Limit | undefined {
  if (status !== 429 || response === null) return undefined;
  const retry_after = memberOf(memberOf(parsed(response), "parameters"), "retry_after");
  if (typeof retry_after !== "number") return undefined;
  const answered_elapsed_ms = elapsed_ms + duration_ms;
  return {
    known_elapsed_ms: answered_elapsed_ms + UNDER_WAY_MS,
    until_elapsed_ms: answered_elapsed_ms + retry_after * 1000,
    until_ms: at_ms + retry_after * 1000,
  };
}
