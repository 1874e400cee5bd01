/** Ends a group or channel for everybody: nobody is in it, nothing leads to it, and its name is free. */
import type { Chat } from "../domain/chats.ts";
import { memberOf } from "../domain/members/member.ts";
import { accepted } from "../domain/members/outcome.ts";
import { takeUsername } from "../store/accounts.ts";
import type { Tx } from "../store/db.ts";
import { deleteChatRows } from "../store/deleted-chats.ts";
import { tellBot } from "./change-member.ts";
import { listeners } from "./deliver.ts";
import type { Env } from "./env.ts";
import { dropRequests } from "./join-requests.ts";
import type { Speaker } from "./post.ts";

/**
 * One event tells all screens, which find themselves in the chat no longer; bots learn that they have left, and who asked
 * to join that nothing comes of it. What was said there is cleared away later, a page at a time: there may be more of it
 * than one transaction should hold.
 */
export async function deleteChat(tx: Tx, env: Env, chat: Chat, by: Speaker, now_s: number): Promise<void> {
  for (const { bot, member } of await listeners(tx, chat)) {
    const change = accepted(member, memberOf(bot.id, "left"));
    await tellBot(tx, env, bot, { chat, by, target: bot, before: member, change }, now_s);
  }
  await dropRequests(tx, chat);
  await takeUsername(tx, chat.id, null);
  await deleteChatRows(tx, chat.id);
  tx.append({ stream: chat.id, kind: "chat", ref: chat.id, body: "" });
}
