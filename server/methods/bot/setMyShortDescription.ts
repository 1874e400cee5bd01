/** setMyShortDescription: sets the bot's short description, which is on its profile, by language. */
import { setBotText } from "../../app/bots/bot-settings.ts";
import { languageField } from "./command-fields.ts";
import { described, optional, text } from "../engine/fields.ts";
import { botMethod } from "../engine/method.ts";
import { readBotDescription } from "../engine/name-fields.ts";

export const setMyShortDescription = botMethod({
  name: "setMyShortDescription",
  summary:
    "Sets the bot's short description, which is on its profile, in one language or in all that have none of their own.",
  effect: "write",
  access: { scope: "self" },
  fields: {
    short_description: described(
      optional(text({ max: 1024, keepsEmpty: true })),
      "0 to 120 characters. Without it, the text of the language is removed.",
    ),
    language_code: languageField(),
  },
  example: { request: { short_description: "An echo." }, result: true },
  prepare: ({ params }) => readBotDescription(params.short_description ?? "", "short_description"),
  async run({ tx, actor }, { language_code }, value) {
    await setBotText(tx, actor.id, language_code ?? "", "about", value);
    return true;
  },
});
