/** listFindings: what the linter says about bots. */
import { applyRule, LINT_RULES, type Finding } from "../../developer/lint/lint.ts";
import { lintInput, presentFinding } from "./lint-input.ts";
import { botOf } from "./named-accounts.ts";
import { botField } from "./log-pages.ts";
import { described, oneOf, optional } from "../engine/fields.ts";
import { consoleMethod } from "./developer-method.ts";
import { arrayOfSchema, objectOfSchema, schemas } from "../engine/schemas.ts";

const NAMES = LINT_RULES.map(({ name }) => name);

export const listFindings = consoleMethod({
  name: "listFindings",
  summary:
    "Lists mistakes of bots: what the rules of the linter find in the calls and updates that are recorded, errors first. There is one finding for each bot, rule and subject.",
  effect: "wait",
  fields: {
    bot: botField(),
    rule: described(optional(oneOf(...NAMES)), "Only findings of this rule."),
  },
  result: objectOfSchema({ findings: arrayOfSchema(schemas.Finding) }),
  refusals: ["USER_NOT_FOUND"],
  example: {
    request: { bot: "echo_bot" },
    result: {
      findings: [
        {
          rule: "callback_query_unanswered",
          severity: "error",
          bot_id: 1004,
          count: 2,
          first_at_ms: 1_767_225_600_000,
          last_at_ms: 1_767_225_660_000,
          message:
            "A press of the button item:* was not answered in time. Call answerCallbackQuery for every callback query, without a text if there is nothing to say.",
          subject: "item:*",
          example: "update",
          trace_id: "4bf92f3577b34da6a3ce929d0e0e4736",
        },
      ],
    },
  },
  async run({ deps, logs, now }, { bot, rule }) {
    const input = await deps.db.read(async (tx) => {
      const bot_id = bot === undefined ? undefined : await botOf(tx, bot);
      return lintInput(tx, logs, bot_id, now);
    });
    const findings: Finding[] = [];
    for (const each of LINT_RULES) {
      if (rule !== undefined && each.name !== rule) continue;
      findings.push(...applyRule(each, input));
      // All rules together would keep other calls waiting for long.
      await deps.yieldToEventLoop();
    }
    return { findings: findings.map(presentFinding) };
  },
});
