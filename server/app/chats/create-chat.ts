/** Creates groups, channels and private chats. */
import type { Account } from "../../domain/accounts.ts";
import { GROUP_ID_BASE, PRIVATE_ID_BASE, type Chat } from "../../domain/chats.ts";
import { memberOf, type Member } from "../../domain/members/member.ts";
import { ALL_PERMISSIONS, DEFAULT_GROUP_PERMISSIONS } from "../../domain/members/permissions.ts";
import { takeUsername } from "../../store/queries/accounts/accounts.ts";
import { findChat, lockPrivateChat, insertChat } from "../../store/queries/chats/chats.ts";
import { nextNumber } from "../../store/queries/service/counters.ts";
import type { Tx } from "../../store/db.ts";
import { saveMember } from "../../store/queries/members/members.ts";
import { openStream } from "../../store/queries/streams/streams.ts";
import type { AppContext } from "../app-context.ts";
import { recordInChat } from "./chat-audit.ts";
import { post } from "../messages/post.ts";
import { notifyAccount } from "../accounts/notify-account.ts";

export interface NewChat {
  readonly type: "supergroup" | "channel";
  readonly title: string;
  readonly username?: string;
  readonly description?: string;
}

/** @returns the new chat with `creator` as its owner and only member, or "USERNAME_TAKEN" */
export async function createChat(
  tx: Tx,
  app: AppContext,
  creator: Account,
  newChat: NewChat,
  now_s: number,
): Promise<Chat | "USERNAME_TAKEN"> {
  const id = GROUP_ID_BASE - (await nextNumber(tx, "chat"));
  if (!(await takeUsername(tx, id, newChat.username ?? null))) return "USERNAME_TAKEN";
  const chat: Chat = {
    id,
    type: newChat.type,
    title: newChat.title,
    username: newChat.username ?? null,
    description: newChat.description ?? "",
    creator_id: creator.id,
    permissions: DEFAULT_GROUP_PERMISSIONS,
    member_count: 1,
    photo: null,
    link_previews: true,
    low_id: null,
    high_id: null,
    is_forum: false,
  };
  await insertChat(tx, chat, now_s);
  await openStream(tx, id);
  const member = memberOf(creator.id, "creator");
  await saveMember(tx, id, member, creator.is_bot, now_s);
  notifyAccount(tx, creator, id);
  await recordInChat(tx, creator, "chat_created", chat, {}, now_s);
  const content = { service: { kind: "chat_created" } } as const;
  await post(tx, app, chat, { account: creator, member }, [{ text: "", reply_to: null, content }], now_s);
  return chat;
}

/**
 * Returns the private chat of two accounts, and creates it if it is missing. The other party of a bot is a member from
 * the start; the bot only when the person starts it (behaviour.md §4).
 */
export async function openPrivateChat(tx: Tx, a: Account, b: Account, now_s: number): Promise<Chat> {
  const known = await lockPrivateChat(tx, a.id, b.id);
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
    link_previews: true,
    low_id: Math.min(a.id, b.id),
    high_id: Math.max(a.id, b.id),
    is_forum: false,
  };
  await insertChat(tx, chat, now_s);
  await openStream(tx, id);
  for (const account of new Map([a, b].map((each) => [each.id, each])).values()) {
    await saveMember(tx, id, initialMember(account), account.is_bot, now_s);
    notifyAccount(tx, account, id);
  }
  return (await findChat(tx, id))!;
}

function initialMember(account: Account): Member {
  return memberOf(account.id, account.is_bot ? "left" : "member");
}
