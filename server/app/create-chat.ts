/** Makes chats: groups and channels of somebody's, and the private chat of two accounts. */
import type { Account } from "../domain/accounts.ts";
import { GROUP_ID_BASE, PRIVATE_ID_BASE, type Chat } from "../domain/chats.ts";
import { memberOf, type Member } from "../domain/members/member.ts";
import { ALL_PERMISSIONS, DEFAULT_GROUP_PERMISSIONS } from "../domain/members/permissions.ts";
import { takeUsername } from "../store/accounts.ts";
import { findChat, holdPrivateChat, insertChat } from "../store/chats.ts";
import { nextNumber } from "../store/counters.ts";
import type { Tx } from "../store/db.ts";
import { saveMember } from "../store/members.ts";
import { openStream } from "../store/streams.ts";
import type { Env } from "./env.ts";
import { post } from "./post.ts";
import { tellAccount } from "./tell-account.ts";

export interface NewChat {
  readonly type: "supergroup" | "channel";
  readonly title: string;
  readonly username?: string;
  readonly description?: string;
}

/** @returns the new chat with `creator` as its owner and only member, or "USERNAME_TAKEN" */
export async function createChat(
  tx: Tx,
  env: Env,
  creator: Account,
  wish: NewChat,
  now_s: number,
): Promise<Chat | "USERNAME_TAKEN"> {
  const id = GROUP_ID_BASE - (await nextNumber(tx, "chat"));
  if (!(await takeUsername(tx, id, wish.username ?? null))) return "USERNAME_TAKEN";
  const chat: Chat = {
    id,
    type: wish.type,
    title: wish.title,
    username: wish.username ?? null,
    description: wish.description ?? "",
    creator_id: creator.id,
    permissions: DEFAULT_GROUP_PERMISSIONS,
    member_count: 1,
    photo: null,
    low_id: null,
    high_id: null,
  };
  await insertChat(tx, chat, now_s);
  await openStream(tx, id);
  const member = memberOf(creator.id, "creator");
  await saveMember(tx, id, member, creator.is_bot, now_s);
  tellAccount(tx, creator, id);
  const content = { service: { kind: "chat_created" } } as const;
  await post(tx, env, chat, { account: creator, member }, [{ text: "", reply_to: null, content }], now_s);
  return chat;
}

/**
 * The private chat of two accounts, made if there is none. A bot's other party is in it from the start; the bot
 * itself only once the person starts it (behaviour.md §4).
 */
export async function openPrivateChat(tx: Tx, a: Account, b: Account, now_s: number): Promise<Chat> {
  const known = await holdPrivateChat(tx, a.id, b.id);
  if (known) return known;
  const id = PRIVATE_ID_BASE + (await nextNumber(tx, "private_chat"));
  const chat: Chat = {
    id,
    type: "private",
    title: "",
    username: null,
    description: "",
    creator_id: null,
    permissions: ALL_PERMISSIONS,
    member_count: a.id === b.id ? 1 : 2,
    photo: null,
    low_id: Math.min(a.id, b.id),
    high_id: Math.max(a.id, b.id),
  };
  await insertChat(tx, chat, now_s);
  await openStream(tx, id);
  for (const account of new Map([a, b].map((each) => [each.id, each])).values()) {
    await saveMember(tx, id, partyOf(account), account.is_bot, now_s);
    tellAccount(tx, account, id);
  }
  return (await findChat(tx, id))!;
}

function partyOf(account: Account): Member {
  return memberOf(account.id, account.is_bot ? "left" : "member");
}
