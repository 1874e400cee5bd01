/** suspendBot: suspends a bot. */
import { suspendBot as action } from "../../app/bots/bot-suspension.ts";
import { botAdministrationMethod } from "./bot-administration-method.ts";

export const suspendBot = botAdministrationMethod(
  "suspendBot",
  "Suspends a bot: its calls fail with 401, its webhook gets no requests, and no updates are queued; its messages stay.",
  action,
);
