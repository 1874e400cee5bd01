/** Deletes a group or channel for everybody and releases its user name. */
import type { Chat } from "../../domain/chats.ts";
import { memberOf } from "../../domain/members/member.ts";
import { accepted } from "../../domain/members/outcome.ts";
import { takeUsername } from "../../store/queries/accounts/accounts.ts";
import type { Tx } from "../../store/db.ts";
import { deleteChatRows } from "../../store/queries/chats/deleted-chats.ts";
import { recordInChat } from "./chat-audit.ts";
import { notifyBot } from "../members/change-member.ts";
import { botsIn } from "../messages/deliver.ts";
import type { AppContext } from "../app-context.ts";
import { dropRequests } from "../members/ask-to-join.ts";
import type { Sender } from "../messages/post.ts";

/**
 * One event notifies all clients, which find that they are no longer members. Bots get `my_chat_member`, and open join
 * requests are dropped. Messages are deleted later by a maintenance job, because there may be too many for one transaction.
 */
export async function deleteChat(tx: Tx, app: AppContext, chat: Chat, by: Sender, now_s: number): Promise<void> {
  for (const { bot, member } of await botsIn(tx, chat)) {
    const change = accepted(member, memberOf(bot.id, "left"));
    await notifyBot(tx, app, bot, { chat, by, target: bot, before: member, change }, now_s);
  }
  await dropRequests(tx, chat);
  await takeUsername(tx, chat.id, null);
  await deleteChatRows(tx, chat.id);
  await recordInChat(tx, by.account, "chat_deleted", chat, {}, now_s);
  tx.append({ stream: chat.id, kind: "chat", ref: chat.id, body: "" });
}
