/** Carries out a change of membership: saves it, posts the service message, and tells whoever is to hear of it. */
import type { Account, Bot } from "../domain/accounts.ts";
import type { Chat } from "../domain/chats.ts";
import { canBeEdited, isAdministrator } from "../domain/members/authority.ts";
import { memberOf, type Member } from "../domain/members/member.ts";
import type { Accepted } from "../domain/members/outcome.ts";
import type { Service } from "../domain/messages.ts";
import { presentLink } from "../present/invite-links.ts";
import { presentMember } from "../present/members.ts";
import { presentUser } from "../present/users.ts";
import { View } from "../present/view.ts";
import { findBot } from "../store/accounts.ts";
import { changeMemberCount, clearCreator, setCreator } from "../store/chats.ts";
import type { Tx } from "../store/db.ts";
import { noteJoining } from "../store/unread.ts";
import type { InviteLink } from "../store/invite-links.ts";
import { handOver, promoterChain, saveMember } from "../store/members.ts";
import { deleteMentionsUpTo } from "../store/mentions.ts";
import { listeners, queueUpdate, wants } from "./deliver.ts";
import type { Env } from "./env.ts";
import { settleRequest } from "./join-requests.ts";
import { post, type Speaker } from "./post.ts";
import { tellAccount } from "./tell-account.ts";

/** A change of somebody's record in a chat, made by `by`. */
export interface MemberChange {
  readonly chat: Chat;
  readonly by: Speaker;
  readonly target: Account;
  readonly before: Member;
  readonly change: Accepted;
  /** The link somebody came by, and the address of the service as bots are told it. */
  readonly came_by?: { readonly link: InviteLink; readonly public_url: string };
  /** Who says so in the chat, where it is somebody else. */
  readonly speaker?: Speaker;
}

/** Does nothing for a change that changes nothing. */
export async function changeMember(tx: Tx, env: Env, step: MemberChange, now_s: number): Promise<void> {
  const { chat, target, before, change } = step;
  if (!change.changed) return;
  const after = change.member;
  await saveMember(tx, chat.id, after, target.is_bot, now_s);
  if (chat.type !== "private" && after.is_member && !before.is_member) await settleReading(tx, chat.id, target.id);
  if (change.handover) await handOver(tx, chat.id, change.handover.from, change.handover.to);
  await followCreator(tx, chat, before, after);
  // A private chat is between two, whether or not one of them is blocked.
  if (chat.type !== "private") {
    await changeMemberCount(tx, chat.id, Number(after.is_member) - Number(before.is_member));
  }
  tx.append({ stream: chat.id, kind: "member", ref: target.id, body: "" });
  tellAccount(tx, target, chat.id);
  await settleRequest(tx, chat, target, after, now_s);
  await tellBots(tx, env, step, now_s);
  const service = serviceOf(step);
  if (service)
    await post(tx, env, chat, step.speaker ?? step.by, [{ text: "", reply_to: null, content: { service } }], now_s);
}

/** What was said before somebody joined is not unread to them, and nothing of an earlier stay calls for them any more. */
async function settleReading(tx: Tx, chat_id: number, account_id: number): Promise<void> {
  await noteJoining(tx, chat_id, account_id);
  await deleteMentionsUpTo(tx, account_id, chat_id, Number.MAX_SAFE_INTEGER);
}

/** A chat whose creator left has none (behaviour.md §3, note 4). */
async function followCreator(tx: Tx, chat: Chat, before: Member, after: Member): Promise<void> {
  if (after.status === "creator") await setCreator(tx, chat.id, after.account_id);
  else if (before.status === "creator") await clearCreator(tx, chat.id, before.account_id);
}

/** Groups tell who came and who went; channels and private chats do not. */
function serviceOf({ chat, target, before, change }: MemberChange): Service | undefined {
  if (chat.type !== "supergroup" || before.is_member === change.member.is_member) return undefined;
  return change.member.is_member
    ? { kind: "new_chat_members", accounts: [target.id] }
    : { kind: "left_chat_member", account: target.id };
}

/** `my_chat_member` for the bot it happened to; `chat_member` for administrators who asked for it (behaviour.md §6). */
async function tellBots(tx: Tx, env: Env, step: MemberChange, now_s: number): Promise<void> {
  const self = step.target.is_bot ? await findBot(tx, step.target.id) : undefined;
  if (self) await tellBot(tx, env, self, step, now_s);
  for (const { bot, member } of await listeners(tx, step.chat)) {
    if (bot.id === step.target.id || !isAdministrator(member) || !wants(bot, "chat_member")) continue;
    queueUpdate(tx, bot, "chat_member", step.chat.id, await updated(tx, env, bot, step, now_s, member));
  }
}

/** `my_chat_member`: what became of the bot itself. */
export async function tellBot(tx: Tx, env: Env, bot: Bot, step: MemberChange, now_s: number): Promise<void> {
  queueUpdate(tx, bot, "my_chat_member", step.chat.id, await updated(tx, env, bot, step, now_s));
}

/** `looking` is the viewer's record in the chat, where the news is of somebody else. */
async function updated(
  tx: Tx,
  env: Env,
  viewer: Bot,
  step: MemberChange,
  now_s: number,
  looking?: Member,
): Promise<object> {
  const view = new View(tx, viewer, env.fileIds).knows(step.by.account).knows(step.target);
  const chat = await view.chat(step.chat);
  const user = presentUser(step.target);
  const { came_by } = step;
  return {
    chat,
    from: presentUser(step.by.account),
    date: now_s,
    old_chat_member: presentMember(user, step.before, await editable(tx, step.chat, step.before, looking)),
    new_chat_member: presentMember(
      user,
      step.change.member,
      await editable(tx, step.chat, step.change.member, looking),
    ),
    ...(came_by ? { invite_link: await presentLink(view, came_by.link, came_by.public_url) } : {}),
  };
}

/** Nobody edits their own record. */
async function editable(tx: Tx, chat: Chat, target: Member, looking: Member | undefined): Promise<boolean> {
  if (!looking || target.status !== "administrator") return false;
  return canBeEdited(looking, target, await promoterChain(tx, chat.id, target), chat.type);
}

/** The record of somebody who was never in the chat. */
export function stranger(account_id: number): Member {
  return memberOf(account_id, "left");
}
