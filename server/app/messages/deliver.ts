/** Bot updates: queues an update for each bot that a message concerns (behaviour.md §4, §6). */
import { type NoUpdateReason, DEFAULT_UPDATE_KINDS, type UpdateKind } from "@heliogram/shared/updates.ts";
import type { Account, Bot } from "../../domain/accounts.ts";
import { otherParty, type Chat } from "../../domain/chats.ts";
import { isAdministrator } from "../../domain/members/authority.ts";
import type { Member } from "../../domain/members/member.ts";
import { receivesMessage } from "../../domain/members/privacy.ts";
import type { Message } from "../../domain/messages.ts";
import { presentMessage } from "../../present/messages.ts";
import { couldBotReceive, messageFacts } from "../../present/visible-messages.ts";
import { ViewerContext } from "../../present/viewer-context.ts";
import { botsOfChat, findBot, formerBotsOfChat } from "../../store/queries/accounts/accounts.ts";
import type { Tx } from "../../store/db.ts";
import { findMember } from "../../store/queries/members/members.ts";
import type { AppContext } from "../app-context.ts";
import type { UpdateObserver } from "./update-observer.ts";

/**
 * Whether a bot gets updates of a kind: its `allowed_updates` contain the kind, and it is not suspended. This is decided
 * when the update is queued, not when it is fetched.
 */
function receivesUpdate(bot: Bot, kind: UpdateKind): boolean {
  return bot.suspended_at === null && (bot.allowed_updates ?? DEFAULT_UPDATE_KINDS).includes(kind);
}

/** `receivesUpdate`, and notifies the observer of the reason if the bot does not get the update. */
export function wouldReceive(
  tx: Tx,
  { updates }: AppContext,
  bot: Bot,
  kind: UpdateKind,
  place: { readonly chat_id: number; readonly message_id?: number },
): boolean {
  if (receivesUpdate(bot, kind)) return true;
  const reason = bot.suspended_at === null ? "ALLOWED_UPDATES" : "SUSPENDED";
  updates?.notMade?.(tx, { bot_id: bot.id, kind, ...place }, reason);
  return false;
}

/** Queues an update for a bot. Webhooks deliver the updates of one `chat_id` in order. */
export function queueUpdate(
  tx: Tx,
  app: AppContext,
  bot: Bot,
  kind: UpdateKind,
  chat_id: number,
  payload: unknown,
): void {
  if (wouldReceive(tx, app, bot, kind, { chat_id })) appendUpdate(tx, app, bot, kind, { chat_id }, payload);
}

/** Queues an update that the bot would receive. */
export function appendUpdate(
  tx: Tx,
  { updates }: AppContext,
  bot: Bot,
  kind: UpdateKind,
  place: { readonly chat_id: number; readonly message_id?: number },
  payload: unknown,
): void {
  const event = { stream: bot.id, kind, ref: place.chat_id, body: JSON.stringify(payload) };
  tx.append(event);
  updates?.made(tx, event, place.message_id);
}

/** Queues the updates for a new or edited message, for the bots that may see it. */
export function deliverMessage(
  tx: Tx,
  app: AppContext,
  chat: Chat,
  message: Message,
  sender: Account,
  edited: boolean,
): Promise<void> | undefined {
  // Bots do not get messages of other bots, except service messages.
  const deliver = () =>
    sender.is_bot && !message.content.service ? undefined : deliverToBots(tx, app, chat, message, sender, edited);
  // In a private chat no other bot is concerned, and nobody can send to an account that is outside.
  if (!app.updates?.notMade || chat.type === "private") return deliver();
  return explainAbsent(tx, app.updates, chat, message, sender, messageKind(chat, edited)).then(deliver);
}

async function deliverToBots(
  tx: Tx,
  app: AppContext,
  chat: Chat,
  message: Message,
  sender: Account,
  edited: boolean,
): Promise<void> {
  const kind = messageKind(chat, edited);
  const place = { chat_id: chat.id, message_id: message.message_id };
  for (const { bot, member } of await botsIn(tx, chat)) {
    if (bot.id === sender.id || !wouldReceive(tx, app, bot, kind, place)) continue;
    if (chat.type !== "private" && !(await isVisibleTo(tx, chat, message, bot, member, edited))) {
      app.updates?.notMade?.(tx, { bot_id: bot.id, kind, ...place }, invisibleReason(chat, edited));
      continue;
    }
    const context = new ViewerContext(tx, bot, app.fileIds).withAccount(sender);
    appendUpdate(tx, app, bot, kind, place, await presentMessage(context, chat, message));
  }
}

function invisibleReason(chat: Chat, edited: boolean): NoUpdateReason {
  if (chat.type === "channel") return "NOT_AN_ADMINISTRATOR";
  return edited ? "COULD_NOT_RECEIVE_ORIGINAL" : "PRIVACY_MODE";
}

/** Notifies the observer of the bots that get no message whatever it is: those outside, and all if another bot sent it. */
async function explainAbsent(
  tx: Tx,
  updates: UpdateObserver,
  chat: Chat,
  message: Message,
  sender: Account,
  kind: UpdateKind,
): Promise<void> {
  const explain = (bot_id: number, reason: NoUpdateReason) =>
    updates.notMade?.(tx, { bot_id, kind, chat_id: chat.id, message_id: message.message_id }, reason);
  const members = (await botsIn(tx, chat)).map(({ bot }) => bot.id).filter((id) => id !== sender.id);
  if (sender.is_bot && !message.content.service) for (const id of members) explain(id, "SENT_BY_A_BOT");
  for (const id of await formerBotsOfChat(tx, chat.id)) explain(id, "NOT_A_MEMBER");
}

function messageKind(chat: Chat, edited: boolean): UpdateKind {
  if (chat.type === "channel") return edited ? "edited_channel_post" : "channel_post";
  return edited ? "edited_message" : "message";
}

export interface BotInChat {
  readonly bot: Bot;
  readonly member: Member;
}

/** The bots in a chat, with their member records. */
export async function botsIn(tx: Tx, chat: Chat): Promise<BotInChat[]> {
  const bots = chat.type === "private" ? await botsOfPrivateChat(tx, chat) : await botsOfChat(tx, chat.id);
  const members = await Promise.all(bots.map((bot) => findMember(tx, chat.id, bot.id)));
  return bots.flatMap((bot, i) => {
    const member = members[i];
    return member?.is_member ? { bot, member } : [];
  });
}

async function botsOfPrivateChat(tx: Tx, chat: Chat): Promise<Bot[]> {
  const ids = new Set([chat.low_id!, otherParty(chat, chat.low_id!)]);
  const bots = await Promise.all(Array.from(ids, (id) => findBot(tx, id)));
  return bots.flatMap((bot) => bot ?? []);
}

async function isVisibleTo(
  tx: Tx,
  chat: Chat,
  message: Message,
  bot: Bot,
  member: Member,
  edited: boolean,
): Promise<boolean> {
  // A bot gets an edit only if it could have received the original message.
  if (edited) return couldBotReceive(tx, bot, chat, message);
  if (isAdministrator(member)) return true;
  const listening = { id: bot.id, username: bot.username ?? "", privacy: bot.privacy };
  // Messages of bots are excluded by the caller, and a service message does not count as sent by a bot.
  return receivesMessage(listening, member, await messageFacts(tx, chat, message, false));
}
