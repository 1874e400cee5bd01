/** Bot updates about reactions (behaviour.md §6): for bots that name them and are administrators, or in a private chat. */
import { sendsAsChat, type Chat } from "../../domain/chats.ts";
import { isAdministrator } from "../../domain/members/authority.ts";
import type { Message, ReactionCount } from "../../domain/messages.ts";
import { showsReactors, type ReactionChange } from "../../domain/reactions.ts";
import { presentReactionCount, presentReactionType } from "../../present/reactions.ts";
import { ViewerContext } from "../../present/viewer-context.ts";
import type { Tx } from "../../store/db.ts";
import type { AppContext } from "../app-context.ts";
import { appendUpdate, botsIn, wouldReceive } from "./deliver.ts";
import type { Sender } from "./post.ts";

interface Reacted {
  readonly message: Message;
  readonly change: ReactionChange;
  readonly counts: readonly ReactionCount[];
  readonly date: number;
}

/** Queues the updates for a change of somebody's reactions. Bots are told of the reactions of people alone. */
export async function deliverReaction(
  tx: Tx,
  app: AppContext,
  chat: Chat,
  by: Sender,
  reacted: Reacted,
): Promise<void> {
  if (by.account.is_bot) return;
  const kind = showsReactors(chat) ? "message_reaction" : "message_reaction_count";
  const place = { chat_id: chat.id, message_id: reacted.message.message_id };
  for (const { bot, member } of await botsIn(tx, chat)) {
    if (!wouldReceive(tx, app, bot, kind, place)) continue;
    if (chat.type !== "private" && !isAdministrator(member)) {
      app.updates?.notMade?.(tx, { bot_id: bot.id, kind, ...place }, "NOT_AN_ADMINISTRATOR");
      continue;
    }
    const context = new ViewerContext(tx, bot, app.fileIds).withAccount(by.account);
    appendUpdate(tx, app, bot, kind, place, await presentReacted(context, chat, by, reacted));
  }
}

async function presentReacted(
  context: ViewerContext,
  chat: Chat,
  by: Sender,
  { message, change, counts, date }: Reacted,
): Promise<object> {
  const { message_id } = message;
  const shown = await context.chat(chat);
  if (!showsReactors(chat)) return { chat: shown, message_id, date, reactions: counts.map(presentReactionCount) };
  return {
    chat: shown,
    message_id,
    ...(sendsAsChat(chat, by.member) ? { actor_chat: shown } : { user: context.show(by.account) }),
    date,
    old_reaction: change.before.map(presentReactionType),
    new_reaction: change.after.map(presentReactionType),
  };
}
