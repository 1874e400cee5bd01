/** Callback queries: presses of inline buttons, and the answers of bots to them. */
import { hasCallback } from "../../domain/markup.ts";
import { hasRichCallback } from "../../domain/rich/read-button.ts";
import type { Account } from "../../domain/accounts.ts";
import type { Chat } from "../../domain/chats.ts";
import type { Message } from "../../domain/messages.ts";
import { presentMessage } from "../../present/messages.ts";
import { presentUserToBot } from "../../present/users.ts";
import { ViewerContext } from "../../present/viewer-context.ts";
import { findBot } from "../../store/queries/accounts/accounts.ts";
import { answerQuery, findQuery, insertQuery, QUERY_LIFE_S } from "../../store/queries/bots/callback-queries.ts";
import type { Tx } from "../../store/db.ts";
import type { AppContext } from "../app-context.ts";
import { queueUpdate } from "../messages/deliver.ts";

interface Press {
  readonly person: Account;
  readonly chat: Chat;
  readonly message: Message;
  readonly data: string;
}

/** Queues the press of a button for its bot. @returns the id of the query; `undefined` if there is no such button */
export async function pressButton(
  tx: Tx,
  app: AppContext,
  { person, chat, message, data }: Press,
  bytes: (length: number) => Buffer,
  now_s: number,
): Promise<string | undefined> {
  const bot = await findBot(tx, message.sender_id);
  const { markup, rich } = message.content;
  if (!bot || !(hasCallback(markup, data) || hasRichCallback(rich, data))) return undefined;
  const id = (bytes(8).readBigUInt64BE() >> 1n).toString();
  const place = { chat_id: chat.id, message_id: message.message_id };
  await insertQuery(tx, { id, bot_id: bot.id, account_id: person.id, ...place, at: now_s });
  const context = new ViewerContext(tx, bot, app.fileIds).withAccount(person);
  queueUpdate(tx, app, bot, "callback_query", chat.id, {
    id,
    from: presentUserToBot(person),
    message: await presentMessage(context, chat, message),
    chat_instance: String(chat.id),
    data,
  });
  return id;
}

export interface QueryAnswer {
  readonly text: string;
  readonly show_alert: boolean;
  readonly url?: string;
}

/** Answers a query once. @returns false if it is answered already, too old, or another bot's */
export async function answerPress(
  tx: Tx,
  bot_id: number,
  id: string,
  answer: QueryAnswer,
  now_s: number,
): Promise<boolean> {
  const query = await findQuery(tx, id);
  if (!query || query.bot_id !== bot_id || query.at + QUERY_LIFE_S < now_s) return false;
  const body = JSON.stringify({ id, ...answer });
  if (!(await answerQuery(tx, id, body))) return false;
  tx.append({ stream: query.account_id, kind: "callback_answer", ref: bot_id, body });
  return true;
}
