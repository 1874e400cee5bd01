/** unblockUser: unblocks an account. */
import { startBot } from "../../app/bots/start-and-block.ts";
import { blockingMethod } from "./blocking-method.ts";

export const unblockUser = blockingMethod("unblockUser", "Unblocks a bot or a person.", startBot);
