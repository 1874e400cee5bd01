/** Finds the bots and chats that parameters of the developer API name. */
import { refuse } from "../../domain/refusals.ts";
import type { ReadTx } from "../../store/db.ts";
import { findBot, findUsername } from "../../store/queries/accounts/accounts.ts";
import type { ChatRef } from "../engine/fields.ts";

/** The id of a bot. @throws RefusalError if it is none */
export async function botOf(tx: ReadTx, ref: ChatRef): Promise<number> {
  const id = await chatOf(tx, ref);
  return (await findBot(tx, id)) ? id : refuse("USER_NOT_FOUND");
}

/** The id of a chat; an id that is given is not looked up. @throws RefusalError if nobody has the user name */
export async function chatOf(tx: ReadTx, ref: ChatRef): Promise<number> {
  return typeof ref === "number" ? ref : ((await findUsername(tx, ref)) ?? refuse("USER_NOT_FOUND"));
}
