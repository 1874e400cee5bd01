/** deleteMyCommands: removes a list of commands. */
import { setCommands } from "../../app/bots/bot-administration.ts";
import { languageField, scopeField, scopeKey, SCOPE_REFUSALS } from "./command-fields.ts";
import { botMethod } from "../engine/method.ts";

export const deleteMyCommands = botMethod({
  name: "deleteMyCommands",
  summary: "Removes the commands set for a scope and a language.",
  effect: "write",
  access: { scope: "self" },
  fields: { scope: scopeField(), language_code: languageField() },
  refusals: SCOPE_REFUSALS,
  example: { request: {}, result: true },
  async run({ tx, actor, now }, { scope, language_code }) {
    await setCommands(tx, actor.id, await scopeKey(tx, actor, scope, now), language_code ?? "", []);
    return true;
  },
});
