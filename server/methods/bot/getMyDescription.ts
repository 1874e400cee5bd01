/** getMyDescription: the bot's description that people see before they start it, in a language. */
import { botTextsIn } from "../../present/bots.ts";
import { languageField } from "./command-fields.ts";
import { botMethod } from "../engine/method.ts";
import { schemas } from "../engine/schemas.ts";

export const getMyDescription = botMethod({
  name: "getMyDescription",
  summary: "Returns the bot's description that people see before they start it, as people of a language see it.",
  effect: "read",
  access: { scope: "self" },
  fields: { language_code: languageField() },
  result: schemas.BotDescription,
  example: { request: {}, result: { description: "Says everything again." } },
  async run({ tx, actor }, { language_code }) {
    return { description: (await botTextsIn(tx, actor, language_code ?? "")).description };
  },
});
