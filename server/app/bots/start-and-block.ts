/** Starting and blocking in private chats (behaviour.md §4). */
import type { Account } from "../../domain/accounts.ts";
import type { Chat } from "../../domain/chats.ts";
import { currentMember, memberOf, type Status } from "../../domain/members/member.ts";
import { accepted } from "../../domain/members/outcome.ts";
import type { Tx } from "../../store/db.ts";
import { findMember } from "../../store/queries/members/members.ts";
import { changeMember } from "../members/change-member.ts";
import { openPrivateChat } from "../chats/create-chat.ts";
import type { AppContext } from "../app-context.ts";

/** Allows the bot to send messages to the person. */
export async function startBot(tx: Tx, app: AppContext, person: Account, bot: Account, now_s: number): Promise<Chat> {
  return setPrivateChatStatus(tx, app, person, bot, "member", now_s);
}

/** Forbids the other account to send messages to the person. A bot sees its status as `kicked`. */
export async function block(tx: Tx, app: AppContext, person: Account, other: Account, now_s: number): Promise<Chat> {
  return setPrivateChatStatus(tx, app, person, other, "kicked", now_s);
}

async function setPrivateChatStatus(
  tx: Tx,
  app: AppContext,
  person: Account,
  other: Account,
  status: Status,
  now_s: number,
): Promise<Chat> {
  const chat = await openPrivateChat(tx, person, other, now_s);
  const before = currentMember((await findMember(tx, chat.id, other.id)) ?? memberOf(other.id, "left"), now_s);
  if (before.status === status) return chat;
  const own = (await findMember(tx, chat.id, person.id))!;
  const change = accepted(before, memberOf(other.id, status));
  await changeMember(tx, app, { chat, by: { account: person, member: own }, target: other, before, change }, now_s);
  return chat;
}
