/** blockUser: blocks an account, which can then not write to the person. */
import { block } from "../../app/bots/start-and-block.ts";
import { blockingMethod } from "./blocking-method.ts";

export const blockUser = blockingMethod("blockUser", "Blocks a bot or a person in the private chat with them.", block);
