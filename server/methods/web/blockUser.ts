/** blockUser: keeps somebody from writing to the person. */
import { block } from "../../app/start-bot.ts";
import { blockingMethod } from "../blocking.ts";

export const blockUser = blockingMethod("blockUser", "Blocks a bot or a person in the private chat with them.", block);
