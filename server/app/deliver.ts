/** Who hears of what: turns an event of a chat into the updates of the bots it concerns (behaviour.md §4, §6). */
import { DEFAULT_UPDATE_KINDS, type UpdateKind } from "@heliogram/shared/wire.ts";
import type { Account, Bot } from "../domain/accounts.ts";
import { otherParty, type Chat } from "../domain/chats.ts";
import { isAdministrator } from "../domain/members/authority.ts";
import type { Member } from "../domain/members/member.ts";
import { seesMessage } from "../domain/members/privacy.ts";
import type { Message } from "../domain/messages.ts";
import { presentMessage } from "../present/messages.ts";
import { couldBotReceive, factsOf } from "../present/received.ts";
import { View } from "../present/view.ts";
import { botsOfChat, findBot } from "../store/accounts.ts";
import type { Awaitable, Tx } from "../store/db.ts";
import { findMember } from "../store/members.ts";
import type { Env } from "./env.ts";

/**
 * Whether a bot asked for updates of a kind; one that is suspended gets none. Decided when the update is made, not when
 * it is fetched.
 */
export function wants(bot: Bot, kind: UpdateKind): boolean {
  return bot.suspended_at === null && (bot.allowed_updates ?? DEFAULT_UPDATE_KINDS).includes(kind);
}

/** Queues one update for a bot; `chat_id` is what webhooks keep in order. */
export function queueUpdate(tx: Tx, bot: Bot, kind: UpdateKind, chat_id: number, payload: unknown): void {
  if (wants(bot, kind)) tx.append({ stream: bot.id, kind, ref: chat_id, body: JSON.stringify(payload) });
}

/** A message, new or edited, on its way to the bots that may see it. */
export function deliverMessage(
  tx: Tx,
  env: Env,
  chat: Chat,
  message: Message,
  sender: Account,
  edited: boolean,
): Awaitable<void> {
  // Bots never receive messages of bots; what a bot does to the chat itself, all others learn.
  if (sender.is_bot && !message.content.service) return undefined;
  return deliverToBots(tx, env, chat, message, sender, edited);
}

async function deliverToBots(
  tx: Tx,
  env: Env,
  chat: Chat,
  message: Message,
  sender: Account,
  edited: boolean,
): Promise<void> {
  const kind = messageKind(chat, edited);
  for (const { bot, member } of await listeners(tx, chat)) {
    if (bot.id === sender.id || !wants(bot, kind)) continue;
    if (chat.type !== "private" && !(await visible(tx, chat, message, bot, member, edited))) continue;
    const view = new View(tx, bot, env.fileIds).knows(sender);
    queueUpdate(tx, bot, kind, chat.id, await presentMessage(view, chat, message));
  }
}

function messageKind(chat: Chat, edited: boolean): UpdateKind {
  if (chat.type === "channel") return edited ? "edited_channel_post" : "channel_post";
  return edited ? "edited_message" : "message";
}

export interface Listener {
  readonly bot: Bot;
  readonly member: Member;
}

/** The bots in a chat, with their records there. */
export async function listeners(tx: Tx, chat: Chat): Promise<Listener[]> {
  const bots = chat.type === "private" ? await partiesThatAreBots(tx, chat) : await botsOfChat(tx, chat.id);
  const found: Listener[] = [];
  for (const bot of bots) {
    const member = await findMember(tx, chat.id, bot.id);
    if (member?.is_member) found.push({ bot, member });
  }
  return found;
}

async function partiesThatAreBots(tx: Tx, chat: Chat): Promise<Bot[]> {
  const bots: Bot[] = [];
  for (const id of new Set([chat.low_id!, otherParty(chat, chat.low_id!)])) {
    const bot = await findBot(tx, id);
    if (bot) bots.push(bot);
  }
  return bots;
}

async function visible(
  tx: Tx,
  chat: Chat,
  message: Message,
  bot: Bot,
  member: Member,
  edited: boolean,
): Promise<boolean> {
  // An edit shows no more of the past than could be received then.
  if (edited) return couldBotReceive(tx, bot, chat, message);
  if (isAdministrator(member)) return true;
  const listening = { id: bot.id, username: bot.username ?? "", privacy: bot.privacy };
  // Messages of bots were sorted out before; what a bot did to the chat is no message of its own.
  return seesMessage(listening, member, await factsOf(tx, chat, message, false));
}
