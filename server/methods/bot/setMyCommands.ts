/** setMyCommands: sets the commands that clients offer in the menu behind `/`. */
import { setCommands } from "../../app/bots/bot-administration.ts";
import { commandsField, languageField, scopeField, scopeKey, SCOPE_REFUSALS } from "./command-fields.ts";
import { botMethod } from "../engine/method.ts";

export const setMyCommands = botMethod({
  name: "setMyCommands",
  summary: "Sets the commands that clients offer, for everybody or for a scope.",
  effect: "write",
  access: { scope: "self" },
  fields: { commands: commandsField(), scope: scopeField(), language_code: languageField() },
  refusals: SCOPE_REFUSALS,
  example: { request: { commands: [{ command: "start", description: "Begin" }] }, result: true },
  async run({ tx, actor, now }, { commands, scope, language_code }) {
    await setCommands(tx, actor.id, await scopeKey(tx, actor, scope, now), language_code ?? "", commands);
    return true;
  },
});
