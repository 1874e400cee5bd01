/** Authorization: checks, inside the transaction, that the caller may do what a method declares. */
import { neverMember } from "../../app/members/change-member.ts";
import type { Account } from "../../domain/accounts.ts";
import { chatIdFor, type Chat, type ChatType } from "../../domain/chats.ts";
import { outsiderRefusal } from "../../domain/members/authority.ts";
import { abilityRefusal } from "../../domain/members/abilities.ts";
import { currentMember, type Member } from "../../domain/members/member.ts";
import type { Message } from "../../domain/messages.ts";
import { refuse, type Refusal } from "../../domain/refusals.ts";
import { isMessageVisible } from "../../present/visible-messages.ts";
import { findAccount, findUsername } from "../../store/queries/accounts/accounts.ts";
import {
  findChat,
  findPrivateChat,
  findPrivateChatId,
  lockChat,
  lockPrivateChat,
} from "../../store/queries/chats/chats.ts";
import { hintChatLock } from "../../store/queries/chats/lock-hint.ts";
import type { ReadTx, Tx } from "../../store/db.ts";
import { whenThere, type MaybePromise } from "../../store/maybe-promise.ts";
import { findMember } from "../../store/queries/members/members.ts";
import { findMessage } from "../../store/queries/messages/messages.ts";
import type { ChatRef } from "./fields.ts";
import type { ChatAccess } from "./method.ts";

/** The refusals of members' access to a chat, for methods that call `authorize` for a chat that is not their subject. */
export const MEMBER_ACCESS_REFUSALS = [
  "CHAT_NOT_FOUND",
  "NOT_A_MEMBER",
  "KICKED",
] as const satisfies readonly Refusal[];

/** What authorization has checked and found for a call on a chat. */
export interface Authorization {
  readonly chat: Chat;
  readonly member: Member;
  readonly target?: Account;
  readonly targetMember?: Member;
  readonly message?: Message;
}

/**
 * Authorizes a call on a chat, or refuses it in the order of behaviour.md §1: chat, user and message exist (404), then
 * rights (403), then state (400). `write_tx` is the same transaction as `tx` where the chat is to be locked.
 * @throws RefusalError
 */
export function authorize(
  tx: ReadTx,
  write_tx: Tx | undefined,
  actor: Account,
  access: ChatAccess,
  params: Readonly<Record<string, unknown>>,
  now_s: number,
): MaybePromise<Authorization> {
  return whenThere(findChatFor(tx, write_tx, actor, params.chat_id as ChatRef, access), (chat) =>
    whenThere(readSubjects(tx, chat, actor, access, params, now_s), (subjects) =>
      checkSubjects(tx, chat, actor, access, subjects, now_s),
    ),
  );
}

function checkSubjects(
  tx: ReadTx,
  chat: Chat,
  actor: Account,
  access: ChatAccess,
  subjects: Subjects,
  now_s: number,
): MaybePromise<Authorization> {
  const isTargetUnknown = access.target !== undefined && !subjects.target;
  if (isTargetUnknown && access.unknownTarget === undefined) refuse("USER_NOT_FOUND");
  if (access.message === undefined) return checkRights(tx, chat, actor, access, subjects, now_s);
  const { message } = subjects;
  return whenThere(message !== undefined && maySee(tx, actor, chat, access, message), (isThere) =>
    isThere ? checkRights(tx, chat, actor, access, subjects, now_s) : refuse("MESSAGE_NOT_FOUND", access.purpose),
  );
}

function checkRights(
  tx: ReadTx,
  chat: Chat,
  actor: Account,
  access: ChatAccess,
  { member, target, targetMember, message }: Subjects,
  now_s: number,
): MaybePromise<Authorization> {
  if (chat.type === "private" && access.types) checkType(access.types, chat.type);
  checkRank(access, chat, member, now_s);
  if (access.types) checkType(access.types, chat.type);
  if (access.target !== undefined && !target) refuse(access.unknownTarget!);
  const found = {
    chat,
    member,
    ...(target ? { target, targetMember: targetMember! } : undefined),
    ...(message ? { message } : undefined),
  };
  if (access.rank !== "speaker" || chat.type !== "private") return found;
  return requireReachable(tx, chat, actor, now_s).then(() => found);
}

/**
 * Looks up the chat and the caller's member record, as far as the keys are known before the caller is read again, so
 * that a database that is elsewhere answers them together. `authorize` then finds them in the snapshot of `tx`.
 */
export async function lookAhead(tx: ReadTx, actor_id: number, ref: ChatRef): Promise<void> {
  const id = typeof ref === "string" ? await findUsername(tx, ref) : ref;
  if (id === undefined) return;
  const chat_id = id > 0 ? await findPrivateChatId(tx, actor_id, id) : id;
  if (chat_id !== undefined) await Promise.all([findChat(tx, chat_id), findMember(tx, chat_id, actor_id)]);
}

/** Hints at what `authorize` will lock and find, where the keys of the call name it. */
export function hintLocks(tx: Tx, actor_id: number, ref: ChatRef): void {
  if (typeof ref === "number" && ref < 0) hintChatLock(tx, ref, actor_id);
}

function findChatFor(
  tx: ReadTx,
  write_tx: Tx | undefined,
  actor: Account,
  ref: ChatRef,
  access: ChatAccess,
): MaybePromise<Chat> {
  return typeof ref === "number"
    ? chatWithId(tx, write_tx, actor, ref, access)
    : whenThere(findUsername(tx, ref), (id) => chatWithId(tx, write_tx, actor, id, access));
}

function chatWithId(
  tx: ReadTx,
  write_tx: Tx | undefined,
  actor: Account,
  id: number | undefined,
  access: ChatAccess,
): MaybePromise<Chat> {
  if (id === undefined) return refuse("CHAT_NOT_FOUND");
  if (id > 0) return findPrivateChatWith(tx, write_tx, actor, id, access);
  return whenThere(write_tx ? lockChat(write_tx, id) : findChat(tx, id), (chat) => chat ?? refuse("CHAT_NOT_FOUND"));
}

/** The private chat with an account. */
async function findPrivateChatWith(
  tx: ReadTx,
  write_tx: Tx | undefined,
  actor: Account,
  id: number,
  access: ChatAccess,
): Promise<Chat> {
  const chat = await (write_tx ? lockPrivateChat(write_tx, actor.id, id) : findPrivateChat(tx, actor.id, id));
  if (chat) return chat;
  const other = await findAccount(tx, id);
  if (!other) return refuse("CHAT_NOT_FOUND");
  if (actor.is_bot && other.is_bot) return refuse("BOT_TO_BOT");
  return refuse(access.rank === "speaker" ? "NOT_STARTED" : "CHAT_NOT_FOUND");
}

/** The record of an account in a chat as it is at `now_s`; status `left` for an account that was never a member. */
export function memberOf(tx: ReadTx, chat_id: number, account_id: number, now_s: number): MaybePromise<Member> {
  return whenThere(findMember(tx, chat_id, account_id), (member) =>
    member ? currentMember(member, now_s) : neverMember(account_id),
  );
}

/** What a call is about, besides its chat. */
interface Subjects {
  /** The caller's record. */
  readonly member: Member;
  readonly target?: Account | undefined;
  readonly targetMember?: Member | undefined;
  readonly message?: Message | undefined;
}

/** Reads the caller's member record, the user and the message that a call is about, together. */
function readSubjects(
  tx: ReadTx,
  chat: Chat,
  actor: Account,
  access: ChatAccess,
  params: Readonly<Record<string, unknown>>,
  now_s: number,
): MaybePromise<Subjects> {
  const own = memberOf(tx, chat.id, actor.id, now_s);
  if (access.target === undefined && access.message === undefined) return whenThere(own, (member) => ({ member }));
  const target_id = access.target === undefined ? undefined : (params[access.target] as number);
  return Promise.all([
    own,
    target_id === undefined ? undefined : findAccount(tx, target_id),
    target_id === undefined ? undefined : memberOf(tx, chat.id, target_id, now_s),
    access.message === undefined ? undefined : findMessage(tx, chat.id, params[access.message] as number),
  ]).then(([member, target, targetMember, message]) => ({ member, target, targetMember, message }));
}

async function maySee(tx: ReadTx, actor: Account, chat: Chat, access: ChatAccess, message: Message): Promise<boolean> {
  return !access.uses || isMessageVisible(tx, actor, chat, message);
}

function checkRank(access: ChatAccess, chat: Chat, member: Member, now_s: number): void {
  if (chat.type === "private") {
    // Blocking prevents sending only; what is known of the chat stays readable.
    if ((access.rank === "speaker" || access.ability) && !member.is_member) {
      refuse(member.status === "kicked" ? "BOT_BLOCKED" : "NOT_STARTED");
    }
  } else if (access.rank !== "public" || chat.username === null || member.status === "kicked") {
    const outside = outsiderRefusal(member, chat.type);
    if (outside) refuse(outside, chat.type);
  }
  const lacks = access.ability && abilityRefusal(member, access.ability, chat, now_s);
  if (lacks) refuse(lacks, chat.type);
}

function checkType(types: readonly ChatType[], type: ChatType): void {
  if (types.includes(type)) return;
  refuse(types.includes("channel") ? "GROUPS_AND_CHANNELS_ONLY" : "SUPERGROUPS_ONLY", type);
}

/** The other account of a private chat must exist, not be suspended, and not have blocked the caller or left. */
async function requireReachable(tx: ReadTx, chat: Chat, actor: Account, now_s: number): Promise<void> {
  const other_id = chatIdFor(chat, actor.id);
  const other = await findAccount(tx, other_id);
  if (!other || other.suspended_at !== null) refuse("USER_DEACTIVATED");
  const member = await memberOf(tx, chat.id, other_id, now_s);
  if (!member.is_member) refuse(member.status === "kicked" ? "BOT_BLOCKED" : "NOT_STARTED");
}
