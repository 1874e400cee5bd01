/** setMyDescription: sets the bot's description that people see before they start it, by language. */
import { setBotText } from "../../app/bots/bot-settings.ts";
import { languageField } from "./command-fields.ts";
import { described, optional, text } from "../engine/fields.ts";
import { botMethod } from "../engine/method.ts";
import { readBotDescription } from "../engine/name-fields.ts";

export const setMyDescription = botMethod({
  name: "setMyDescription",
  summary:
    "Sets the bot's description that people see before they start it, in one language or in all that have none of their own.",
  effect: "write",
  access: { scope: "self" },
  fields: {
    description: described(
      optional(text({ max: 4096, keepsEmpty: true })),
      "0 to 512 characters. Without it, the text of the language is removed.",
    ),
    language_code: languageField(),
  },
  example: { request: { description: "Says everything again." }, result: true },
  prepare: ({ params }) => readBotDescription(params.description ?? ""),
  async run({ tx, actor }, { language_code }, value) {
    await setBotText(tx, actor.id, language_code ?? "", "description", value);
    return true;
  },
});
