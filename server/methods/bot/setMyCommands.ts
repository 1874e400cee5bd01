/** setMyCommands: the list a person sees behind `/`. */
import { saveCommands } from "../../store/bot-commands.ts";
import { commandsField, languageField, scopeField, scopeKey } from "../commands.ts";
import { botMethod } from "../method.ts";
import { schemas } from "../schemas.ts";

export const setMyCommands = botMethod({
  name: "setMyCommands",
  summary: "Sets the commands that people are offered, for everybody or for some.",
  effect: "write",
  access: { scope: "self" },
  fields: { commands: commandsField(), scope: scopeField(), language_code: languageField() },
  result: schemas.True,
  codes: [400, 401, 403, 404],
  refusals: [],
  example: { request: { commands: [{ command: "start", description: "Begin" }] }, result: true },
  async run({ tx, actor, now }, { commands, scope, language_code }) {
    await saveCommands(tx, actor.id, await scopeKey(tx, actor, scope, now), language_code ?? "", commands);
    return true;
  },
});
