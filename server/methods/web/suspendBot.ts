/** suspendBot: keeps a bot out of the service. */
import { suspendBot as deed } from "../../app/suspend-bot.ts";
import { botDeedMethod } from "../all-bots.ts";

export const suspendBot = botDeedMethod(
  "suspendBot",
  "Keeps a bot out: its calls answer 401, its webhook rests and nothing is queued for it; its messages stay.",
  deed,
);
