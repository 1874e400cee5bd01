/** getMyShortDescription: the bot's short description, which is on its profile, in a language. */
import { botTextsIn } from "../../present/bots.ts";
import { languageField } from "./command-fields.ts";
import { botMethod } from "../engine/method.ts";
import { schemas } from "../engine/schemas.ts";

export const getMyShortDescription = botMethod({
  name: "getMyShortDescription",
  summary: "Returns the bot's short description, which is on its profile, as people of a language see it.",
  effect: "read",
  access: { scope: "self" },
  fields: { language_code: languageField() },
  result: schemas.BotShortDescription,
  example: { request: {}, result: { short_description: "An echo." } },
  async run({ tx, actor }, { language_code }) {
    return { short_description: (await botTextsIn(tx, actor, language_code ?? "")).about };
  },
});
