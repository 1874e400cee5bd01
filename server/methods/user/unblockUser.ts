/** unblockUser: unblocks an account. */
import { startBot } from "../../app/bots/start-and-block.ts";
import { blockingMethod } from "../common/blocking.ts";

export const unblockUser = blockingMethod("unblockUser", "Unblocks a bot or a person.", startBot);
