/** restoreBot: ends the suspension of a bot. */
import { restoreBot as action } from "../../app/bots/bot-suspension.ts";
import { botAdministrationMethod } from "./bot-administration-method.ts";

export const restoreBot = botAdministrationMethod(
  "restoreBot",
  "Lets a suspended bot in again, by the token it has.",
  action,
);
