/** A person and a bot in their private chat: starting, blocking (behaviour.md §4). */
import type { Account } from "../domain/accounts.ts";
import type { Chat } from "../domain/chats.ts";
import { currentMember, memberOf, type Status } from "../domain/members/member.ts";
import { accepted } from "../domain/members/outcome.ts";
import type { Tx } from "../store/db.ts";
import { findMember } from "../store/members.ts";
import { changeMember } from "./change-member.ts";
import { openPrivateChat } from "./create-chat.ts";
import type { Env } from "./env.ts";

/** Lets the bot write to the person from now on. */
export async function startBot(tx: Tx, env: Env, person: Account, bot: Account, now_s: number): Promise<Chat> {
  return setParty(tx, env, person, bot, "member", now_s);
}

/** Keeps somebody from writing to the person in their private chat; for a bot it reads as being `kicked`. */
export async function block(tx: Tx, env: Env, person: Account, other: Account, now_s: number): Promise<Chat> {
  return setParty(tx, env, person, other, "kicked", now_s);
}

async function setParty(
  tx: Tx,
  env: Env,
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
  await changeMember(tx, env, { chat, by: { account: person, member: own }, target: other, before, change }, now_s);
  return chat;
}
