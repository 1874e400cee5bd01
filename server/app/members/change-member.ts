/** Applies a change of a member: saves it, appends events and updates, and posts the service message. */
import type { Account, Bot } from "../../domain/accounts.ts";
import type { Chat } from "../../domain/chats.ts";
import { canBeEdited, isAdministrator } from "../../domain/members/authority.ts";
import { auditedAction } from "../../domain/members/audited-action.ts";
import { memberOf, type Member } from "../../domain/members/member.ts";
import type { Accepted } from "../../domain/members/outcome.ts";
import type { Service } from "../../domain/messages.ts";
import { presentLink } from "../../present/invite-links.ts";
import { presentMember } from "../../present/members.ts";
import { presentUserToBot } from "../../present/users.ts";
import { ViewerContext } from "../../present/viewer-context.ts";
import { findBot } from "../../store/queries/accounts/accounts.ts";
import { changeMemberCount, clearCreator, setCreator } from "../../store/queries/chats/chats.ts";
import type { Tx } from "../../store/db.ts";
import { recordJoin } from "../../store/queries/members/unread.ts";
import { useLink, type InviteLink } from "../../store/queries/chats/invite-links.ts";
import { replacePromoter, promoterChain, saveMember } from "../../store/queries/members/members.ts";
import { deleteMentionsUpTo } from "../../store/queries/members/mentions.ts";
import { botsIn, queueUpdate, wouldReceive } from "../messages/deliver.ts";
import type { AppContext } from "../app-context.ts";
import { recordInChat } from "../chats/chat-audit.ts";
import { closeRequestIfDecided } from "./ask-to-join.ts";
import { post, type Sender } from "../messages/post.ts";
import { notifyAccount } from "../accounts/notify-account.ts";

/** A change of the member record of `target` in a chat, made by `by`. */
export interface MemberChange {
  readonly chat: Chat;
  readonly by: Sender;
  readonly target: Account;
  readonly before: Member;
  readonly change: Accepted;
  /** The invite link by which the target joined, whose use is counted, and the base URL for links in bot updates. */
  readonly came_by?: { readonly link: InviteLink; readonly public_url: string };
  /** Whether the target came by an invitation to the service, which is announced as an invite link is. */
  readonly by_link?: true;
  /** Whether the caller posts the service message itself, for several changes together. */
  readonly isAnnouncedByCaller?: true;
  /** The sender of the service message, if it is not `by`. */
  readonly announced_by?: Sender;
}

/** Does nothing if the change has no effect. */
export async function changeMember(tx: Tx, app: AppContext, memberChange: MemberChange, now_s: number): Promise<void> {
  const { chat, target, before, change } = memberChange;
  if (!change.changed) return;
  if (memberChange.came_by) await useLink(tx, memberChange.came_by.link.code);
  const after = change.member;
  await saveMember(tx, chat.id, after, target.is_bot, now_s);
  if (chat.type !== "private" && after.is_member && !before.is_member) await resetReadState(tx, chat.id, target.id);
  if (change.promoterReplacement)
    await replacePromoter(tx, chat.id, change.promoterReplacement.from, change.promoterReplacement.to);
  await updateCreator(tx, chat, before, after);
  // A private chat always counts two members, even if one is blocked.
  if (chat.type !== "private") {
    await changeMemberCount(tx, chat.id, Number(after.is_member) - Number(before.is_member));
  }
  await recordChange(tx, memberChange, now_s);
  tx.append({ stream: chat.id, kind: "member", ref: target.id, body: "" });
  notifyAccount(tx, target, chat.id);
  await closeRequestIfDecided(tx, chat, target, after, now_s);
  await notifyBots(tx, app, memberChange, now_s);
  const service = memberChange.isAnnouncedByCaller ? undefined : serviceMessageOf(memberChange);
  if (service)
    await post(
      tx,
      app,
      chat,
      memberChange.announced_by ?? memberChange.by,
      [{ text: "", reply_to: null, content: { service } }],
      now_s,
    );
}

async function recordChange(tx: Tx, { chat, by, target, before, change }: MemberChange, now_s: number): Promise<void> {
  const action = by.account.id === target.id ? undefined : auditedAction(before, change.member);
  if (action) await recordInChat(tx, by.account, action, chat, { member_id: target.id }, now_s);
}

/** Messages before the join do not count as unread, and mentions of an earlier membership are removed. */
async function resetReadState(tx: Tx, chat_id: number, account_id: number): Promise<void> {
  await recordJoin(tx, chat_id, account_id);
  await deleteMentionsUpTo(tx, account_id, chat_id, Number.MAX_SAFE_INTEGER);
}

/** A chat whose creator has left has no creator (behaviour.md §3, note 4). */
async function updateCreator(tx: Tx, chat: Chat, before: Member, after: Member): Promise<void> {
  if (after.status === "creator") await setCreator(tx, chat.id, after.account_id);
  else if (before.status === "creator") await clearCreator(tx, chat.id, before.account_id);
}

/** Only groups have service messages about joining and leaving. */
function serviceMessageOf({
  chat,
  target,
  before,
  change,
  came_by,
  by_link = came_by && true,
}: MemberChange): Service | undefined {
  if (chat.type !== "supergroup" || before.is_member === change.member.is_member) return undefined;
  return change.member.is_member
    ? { kind: "new_chat_members", accounts: [target.id], ...(by_link ? { by_link } : {}) }
    : { kind: "left_chat_member", account: target.id };
}

/** Queues `my_chat_member` for the target and `chat_member` for administrator bots that request it (behaviour.md §6). */
async function notifyBots(tx: Tx, app: AppContext, memberChange: MemberChange, now_s: number): Promise<void> {
  const self = memberChange.target.is_bot ? await findBot(tx, memberChange.target.id) : undefined;
  if (self) await notifyBot(tx, app, self, memberChange, now_s);
  for (const { bot, member } of await botsIn(tx, memberChange.chat)) {
    if (bot.id === memberChange.target.id || !isAdministrator(member)) continue;
    if (!wouldReceive(tx, app, bot, "chat_member", { chat_id: memberChange.chat.id })) continue;
    queueUpdate(
      tx,
      app,
      bot,
      "chat_member",
      memberChange.chat.id,
      await chatMemberUpdate(tx, app, bot, memberChange, now_s, member),
    );
  }
}

/** Queues `my_chat_member` for a bot whose own membership has changed. */
export async function notifyBot(
  tx: Tx,
  app: AppContext,
  bot: Bot,
  memberChange: MemberChange,
  now_s: number,
): Promise<void> {
  queueUpdate(
    tx,
    app,
    bot,
    "my_chat_member",
    memberChange.chat.id,
    await chatMemberUpdate(tx, app, bot, memberChange, now_s),
  );
}

/** `viewerMember` is the viewer's own member record, given if the target is another account. */
async function chatMemberUpdate(
  tx: Tx,
  app: AppContext,
  viewer: Bot,
  memberChange: MemberChange,
  now_s: number,
  viewerMember?: Member,
): Promise<object> {
  const context = new ViewerContext(tx, viewer, app.fileIds)
    .withAccount(memberChange.by.account)
    .withAccount(memberChange.target);
  const chat = await context.chat(memberChange.chat);
  const user = presentUserToBot(memberChange.target);
  const { came_by } = memberChange;
  const present = async (member: Member) =>
    presentMember(user, member, {
      can_be_edited: await isEditable(tx, memberChange.chat, member, viewerMember),
      implied_rights: app.showsImpliedRights(viewer),
    });
  return {
    chat,
    from: presentUserToBot(memberChange.by.account),
    date: now_s,
    old_chat_member: await present(memberChange.before),
    new_chat_member: await present(memberChange.change.member),
    ...(came_by ? { invite_link: await presentLink(context, came_by.link, came_by.public_url) } : {}),
  };
}

/** Whether the viewer may edit the target. Nobody may edit their own record. */
async function isEditable(tx: Tx, chat: Chat, target: Member, viewerMember: Member | undefined): Promise<boolean> {
  if (!viewerMember || target.status !== "administrator") return false;
  return canBeEdited(viewerMember, target, await promoterChain(tx, chat.id, target), chat.type);
}

/** The member record of an account that was never in the chat. */
export function neverMember(account_id: number): Member {
  return memberOf(account_id, "left");
}
