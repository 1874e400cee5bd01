/** The gate: proves, inside the transaction, that the caller may do what a method declares. */
import { stranger } from "../app/change-member.ts";
import type { Account } from "../domain/accounts.ts";
import { shownId, type Chat, type ChatType } from "../domain/chats.ts";
import { outsider } from "../domain/members/authority.ts";
import { may } from "../domain/members/may.ts";
import { currentMember, type Member } from "../domain/members/member.ts";
import type { Message } from "../domain/messages.ts";
import { refuse } from "../domain/refusals.ts";
import { mayUse } from "../present/received.ts";
import { findAccount, findUsername } from "../store/accounts.ts";
import { findChat, findPrivateChat, holdChat, holdPrivateChat } from "../store/chats.ts";
import { whenThere, type Awaitable, type ReadTx, type Tx } from "../store/db.ts";
import { findMember } from "../store/members.ts";
import { findMessage } from "../store/messages.ts";
import type { ChatRef } from "./fields.ts";
import type { ChatAccess } from "./method.ts";

/** What the gate has proved about a call on a chat. */
export interface Admission {
  readonly chat: Chat;
  readonly member: Member;
  readonly target?: Account;
  readonly targetMember?: Member;
  readonly message?: Message;
}

/**
 * Lets a call through, or refuses it in the order of behaviour.md §1: chat, user and message exist (404),
 * then rights (403), then state (400). `held` is the transaction again where it is to hold the chat.
 * @throws Refused
 */
export async function admit(
  tx: ReadTx,
  held: Tx | undefined,
  actor: Account,
  access: ChatAccess,
  params: Readonly<Record<string, unknown>>,
  now_s: number,
): Promise<Admission> {
  const foundChat = findChatFor(tx, held, actor, params.chat_id as ChatRef, access);
  const chat = foundChat instanceof Promise ? await foundChat : foundChat;
  const foundMember = memberOf(tx, chat, actor.id, now_s);
  const member = foundMember instanceof Promise ? await foundMember : foundMember;
  const target = access.target === undefined ? undefined : await findTarget(tx, params[access.target] as number);
  const targetMember = target && (await memberOf(tx, chat, target.id, now_s));
  const message = access.message === undefined ? undefined : await findSubject(tx, actor, chat, access, params);
  if (chat.type === "private" && access.types) checkType(access.types, chat.type);
  checkRank(access, chat, member, now_s);
  if (access.types) checkType(access.types, chat.type);
  if (access.rank === "speaker" && chat.type === "private") await checkListener(tx, chat, actor, now_s);
  return { chat, member, ...(target ? { target, targetMember: targetMember! } : {}), ...(message ? { message } : {}) };
}

function findChatFor(
  tx: ReadTx,
  held: Tx | undefined,
  actor: Account,
  ref: ChatRef,
  access: ChatAccess,
): Awaitable<Chat> {
  return whenThere(typeof ref === "string" ? findUsername(tx, ref) : ref, (id) => {
    if (id === undefined) return refuse("CHAT_NOT_FOUND");
    if (id > 0) return findChatWith(tx, held, actor, id, access);
    return whenThere(held ? holdChat(held, id) : findChat(tx, id), (chat) => chat ?? refuse("CHAT_NOT_FOUND"));
  });
}

/** The private chat with an account. */
async function findChatWith(
  tx: ReadTx,
  held: Tx | undefined,
  actor: Account,
  id: number,
  access: ChatAccess,
): Promise<Chat> {
  const chat = await (held ? holdPrivateChat(held, actor.id, id) : findPrivateChat(tx, actor.id, id));
  if (chat) return chat;
  const other = await findAccount(tx, id);
  if (!other) return refuse("CHAT_NOT_FOUND");
  if (actor.is_bot && other.is_bot) return refuse("BOT_TO_BOT");
  return refuse(access.rank === "speaker" ? "NOT_STARTED" : "CHAT_NOT_FOUND");
}

/** An account's record in a chat as it reads now; who was never there reads as `left`. */
export function memberOf(tx: ReadTx, chat: Chat, account_id: number, now_s: number): Awaitable<Member> {
  return whenThere(findMember(tx, chat.id, account_id), (member) =>
    member ? currentMember(member, now_s) : stranger(account_id),
  );
}

async function findTarget(tx: ReadTx, id: number): Promise<Account> {
  return (await findAccount(tx, id)) ?? refuse("USER_NOT_FOUND");
}

async function findSubject(
  tx: ReadTx,
  actor: Account,
  chat: Chat,
  access: ChatAccess,
  params: Readonly<Record<string, unknown>>,
): Promise<Message> {
  const message = await findMessage(tx, chat.id, params[access.message!] as number);
  const found = message && (!access.uses || (await mayUse(tx, actor, chat, message)));
  return found ? message : refuse("MESSAGE_NOT_FOUND", access.purpose);
}

function checkRank(access: ChatAccess, chat: Chat, member: Member, now_s: number): void {
  if (chat.type === "private") {
    // Blocking concerns what the other one would see; what is known of the chat stays known.
    if ((access.rank === "speaker" || access.ability) && !member.is_member) {
      refuse(member.status === "kicked" ? "BOT_BLOCKED" : "NOT_STARTED");
    }
  } else if (access.rank !== "public" || chat.username === null || member.status === "kicked") {
    const outside = outsider(member, chat.type);
    if (outside) refuse(outside, chat.type);
  }
  const lacks = access.ability && may(member, access.ability, chat, now_s);
  if (lacks) refuse(lacks, chat.type);
}

function checkType(types: readonly ChatType[], type: ChatType): void {
  if (types.includes(type)) return;
  refuse(types.includes("channel") ? "GROUPS_AND_CHANNELS_ONLY" : "SUPERGROUPS_ONLY");
}

/** In a private chat, the other one must be there to listen. */
async function checkListener(tx: ReadTx, chat: Chat, actor: Account, now_s: number): Promise<void> {
  const other_id = shownId(chat, actor.id);
  const other = await findAccount(tx, other_id);
  if (!other || other.suspended_at !== null) refuse("USER_DEACTIVATED");
  const member = await memberOf(tx, chat, other_id, now_s);
  if (!member.is_member) refuse(member.status === "kicked" ? "BOT_BLOCKED" : "NOT_STARTED");
}
