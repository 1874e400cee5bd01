/** addFault: injects faults: calls fail, updates are mixed up, or deliveries to webhooks fail. */
import { DOWNLOAD } from "../../developer/faults/fault.ts";
import { MAX_RULES } from "../../developer/faults/fault-rules.ts";
import { BOT_METHODS } from "../bot/index.ts";
import { botOf, chatOf } from "./named-accounts.ts";
import { faultDefinition, FAULT_FIELDS } from "./fault-definition.ts";
import { presentFault } from "./present-fault.ts";
import { ParameterError } from "../engine/fields.ts";
import { developerMethod } from "./developer-method.ts";
import { registry } from "../engine/registry.ts";
import { objectOfSchema, schemas } from "../engine/schemas.ts";

const METHODS = registry(BOT_METHODS);

export const addFault = developerMethod({
  name: "addFault",
  summary:
    "Adds a fault rule: what happens to the calls of bots, to updates on their way to bots, or to requests to webhooks that match its conditions. The rules are asked in the order in which they were added, and the first that applies decides.",
  effect: "read",
  fields: FAULT_FIELDS,
  result: objectOfSchema({ fault: schemas.Fault }),
  refusals: ["USER_NOT_FOUND"],
  example: {
    request: { method: "sendMessage", error_code: 429, retry_after: 3, count: 1 },
    result: {
      fault: {
        id: 1,
        method: "sendMessage",
        count: 1,
        effect: "error",
        when: "before",
        error_code: 429,
        description: "Too Many Requests: retry after 3",
        retry_after: 3,
        parameters: { retry_after: 3 },
        matched: 0,
        applied: 0,
        is_over: false,
      },
    },
  },
  async run({ tx, developer }, params) {
    const rule = developer.faults.add(
      faultDefinition(params, {
        bot_id: params.bot === undefined ? undefined : await botOf(tx, params.bot),
        method: params.method === undefined ? undefined : methodOf(params.method),
        chat_id: params.chat === undefined ? undefined : await chatOf(tx, params.chat),
      }),
    );
    if (!rule) throw new ParameterError(`there are ${MAX_RULES} rules already: remove some`);
    return { fault: presentFault(rule) };
  },
});

/** The declared name of a method, or that of downloads. A misspelt one would match nothing. @throws ParameterError */
function methodOf(name: string): string {
  if (name.toLowerCase() === DOWNLOAD.toLowerCase()) return DOWNLOAD;
  const method = METHODS.get(name.toLowerCase());
  if (!method) throw new ParameterError(`invalid method: bots have no method ${name}`);
  return method.name;
}
