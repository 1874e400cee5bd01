/** Whether a message is visible to a bot: only messages that it could receive are (behaviour.md §4, privacy mode). */
import type { Account } from "../domain/accounts.ts";
import type { Chat } from "../domain/chats.ts";
import { couldReceive, type BotAccess, type MessageFacts } from "../domain/members/privacy.ts";
import type { Message } from "../domain/messages.ts";
import { findAccount } from "../store/queries/accounts/accounts.ts";
import { findBotAccess } from "../store/queries/bots/bot-access.ts";
import type { ReadTx } from "../store/db.ts";
import { answersTo, findMessage } from "../store/queries/messages/messages.ts";

/** The largest number of replies to one message that are checked, the newest first. */
const MAX_ANSWERS = 100;

/**
 * Whether the caller may forward, copy, pin or reply to a message of the chat, or get it outside an update. All messages
 * of their chats are visible to people. A bot sees its own messages and those that it could receive. It also sees
 * messages to which such a message replies, because the update with the reply contains them.
 */
export async function isMessageVisible(tx: ReadTx, caller: Account, chat: Chat, message: Message): Promise<boolean> {
  if (!caller.is_bot || chat.type === "private" || message.sender_id === caller.id) return true;
  return isVisibleToBot(tx, caller, chat, message);
}

async function isVisibleToBot(tx: ReadTx, bot: Account, chat: Chat, message: Message): Promise<boolean> {
  const access = await findBotAccess(tx, chat.id, bot.id);
  if (!access) return false;
  if (await couldReceiveMessage(tx, bot, access, chat, message)) return true;
  for (const answer of await answersTo(tx, chat.id, message.message_id, access.joined_after, MAX_ANSWERS)) {
    if (answer.sender_id !== bot.id && (await couldReceiveMessage(tx, bot, access, chat, answer))) return true;
  }
  return false;
}

/** Whether the bot could receive a message of a group or channel itself, not only through a reply to it. */
export async function couldBotReceive(tx: ReadTx, bot: Account, chat: Chat, message: Message): Promise<boolean> {
  const access = await findBotAccess(tx, chat.id, bot.id);
  return access !== undefined && couldReceiveMessage(tx, bot, access, chat, message);
}

async function couldReceiveMessage(
  tx: ReadTx,
  bot: Account,
  access: BotAccess,
  chat: Chat,
  message: Message,
): Promise<boolean> {
  const sender = await findAccount(tx, message.sender_id);
  const facts = await messageFacts(tx, chat, message, sender?.is_bot ?? false);
  return couldReceive({ id: bot.id, username: bot.username ?? "" }, access, message.message_id, facts);
}

/** Loads the properties that decide whether a bot receives a message. */
export async function messageFacts(
  tx: ReadTx,
  chat: Chat,
  message: Message,
  sender_is_bot: boolean,
): Promise<MessageFacts> {
  const target = message.reply_to === null ? undefined : await findMessage(tx, chat.id, message.reply_to);
  return {
    chat_type: chat.type,
    sender_is_bot,
    is_service: message.content.service !== undefined,
    text: message.text,
    entities: message.content.entities ?? [],
    reply_to_sender_id: target?.sender_id ?? null,
  };
}
