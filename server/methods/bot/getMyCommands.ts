/** getMyCommands: the commands set for a scope and a language. */
import { findCommands } from "../../store/queries/bots/bot-commands.ts";
import { languageField, scopeField, scopeKey, SCOPE_REFUSALS } from "./command-fields.ts";
import { botMethod } from "../engine/method.ts";
import { arrayOfSchema, schemas } from "../engine/schemas.ts";

export const getMyCommands = botMethod({
  name: "getMyCommands",
  summary: "Returns the commands set for a scope and a language; empty if none are set.",
  effect: "read",
  access: { scope: "self" },
  fields: { scope: scopeField(), language_code: languageField() },
  result: arrayOfSchema(schemas.BotCommand),
  refusals: SCOPE_REFUSALS,
  example: { request: {}, result: [{ command: "start", description: "Begin" }] },
  async run({ tx, actor, now }, { scope, language_code }) {
    return (await findCommands(tx, actor.id, await scopeKey(tx, actor, scope, now), language_code ?? "")) ?? [];
  },
});
