/** Whether two accounts have a chat in common. */
import type { ReadTx } from "../../db.ts";
import { read } from "../../statement.ts";
import { findPrivateChatId } from "../chats/chats.ts";

const FIND_COMMON_CHAT = read("member")`
  select m.chat_id from member m join member own on own.chat_id = m.chat_id
  where m.account_id = ? and m.is_member = 1 and own.account_id = ? and own.is_member = 1 limit 1`;

/** Whether `id` is the account itself, has a private chat with it, or is in a group or channel that it is in. */
export async function knows(tx: ReadTx, account_id: number, id: number): Promise<boolean> {
  if (account_id === id || (await findPrivateChatId(tx, account_id, id)) !== undefined) return true;
  const common = await tx.get(FIND_COMMON_CHAT, id, account_id);
  return common !== undefined;
}
