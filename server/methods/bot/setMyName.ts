/** setMyName: sets the bot's name, by language. */
import { setBotText } from "../../app/bots/bot-settings.ts";
import { languageField } from "./command-fields.ts";
import { described, optional, text } from "../engine/fields.ts";
import { botMethod } from "../engine/method.ts";
import { readBotName } from "../engine/name-fields.ts";

export const setMyName = botMethod({
  name: "setMyName",
  summary: "Sets the bot's name, in one language or in all that have none of their own.",
  effect: "write",
  rate: "profiles",
  access: { scope: "self" },
  fields: {
    name: described(
      optional(text({ max: 256, keepsEmpty: true })),
      "0 to 64 characters. Without it, the name of the language is removed.",
    ),
    language_code: languageField(),
  },
  example: { request: { name: "Echo" }, result: true },
  prepare({ params: { name = "", language_code } }) {
    // A language may have no name of its own, but the bot must have one.
    return name === "" && language_code !== undefined ? "" : readBotName(name);
  },
  async run({ tx, actor }, { language_code }, value) {
    await setBotText(tx, actor.id, language_code ?? "", "first_name", value);
    return true;
  },
});
