/** getMyName: the bot's name, in a language. */
import { botTextsIn } from "../../present/bots.ts";
import { languageField } from "./command-fields.ts";
import { botMethod } from "../engine/method.ts";
import { schemas } from "../engine/schemas.ts";

export const getMyName = botMethod({
  name: "getMyName",
  summary: "Returns the bot's name, as people of a language see it.",
  effect: "read",
  access: { scope: "self" },
  fields: { language_code: languageField() },
  result: schemas.BotName,
  example: { request: {}, result: { name: "Echo" } },
  async run({ tx, actor }, { language_code }) {
    return { name: (await botTextsIn(tx, actor, language_code ?? "")).first_name };
  },
});
