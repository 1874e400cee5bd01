/** restoreBot: lets a suspended bot in again. */
import { restoreBot as deed } from "../../app/suspend-bot.ts";
import { botDeedMethod } from "../all-bots.ts";

export const restoreBot = botDeedMethod("restoreBot", "Lets a suspended bot in again, by the token it has.", deed);
