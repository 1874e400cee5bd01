/** unblockUser: lets somebody write to the person again. */
import { startBot } from "../../app/start-bot.ts";
import { blockingMethod } from "../blocking.ts";

export const unblockUser = blockingMethod("unblockUser", "Unblocks a bot or a person.", startBot);
