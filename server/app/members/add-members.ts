/** Adds several people and bots to a chat at once, with one service message about all of them. */
import type { Account } from "../../domain/accounts.ts";
import type { Chat } from "../../domain/chats.ts";
import { currentMember } from "../../domain/members/member.ts";
import { addMember } from "../../domain/members/membership.ts";
import type { MemberRefusal } from "../../domain/members/refusals.ts";
import { findAccount, findBot } from "../../store/queries/accounts/accounts.ts";
import type { Tx } from "../../store/db.ts";
import { findMember } from "../../store/queries/members/members.ts";
import type { AppContext } from "../app-context.ts";
import { post, type Sender } from "../messages/post.ts";
import { changeMember, neverMember } from "./change-member.ts";

export type AddRefusal = MemberRefusal | "USER_NOT_FOUND" | "BOT_JOINS_NO_GROUPS";

export interface Added {
  /** Those who were not in the chat before. */
  readonly added: readonly number[];
  readonly refused: readonly { readonly user_id: number; readonly refusal: AddRefusal }[];
}

/**
 * Adds the accounts in the order of their ids; one that is refused does not keep the others out. The chat is locked, and
 * the caller has checked that `by` may invite.
 */
export async function addMembers(
  tx: Tx,
  app: AppContext,
  chat: Chat,
  by: Sender,
  user_ids: Iterable<number>,
  now_s: number,
): Promise<Added> {
  const added: number[] = [];
  const refused: { user_id: number; refusal: AddRefusal }[] = [];
  for (const user_id of [...new Set(user_ids)].toSorted((a, b) => a - b)) {
    const target = await findAccount(tx, user_id);
    const outcome = target ? await addOne(tx, app, chat, by, target, now_s) : "USER_NOT_FOUND";
    if (typeof outcome === "string") refused.push({ user_id, refusal: outcome });
    else if (outcome) added.push(user_id);
  }
  if (added.length > 0 && chat.type === "supergroup") {
    const content = { service: { kind: "new_chat_members", accounts: added } } as const;
    await post(tx, app, chat, by, [{ text: "", reply_to: null, content }], now_s);
  }
  return { added, refused };
}

/** @returns whether the account was not in the chat before, or why it is refused */
async function addOne(
  tx: Tx,
  app: AppContext,
  chat: Chat,
  by: Sender,
  target: Account,
  now_s: number,
): Promise<boolean | AddRefusal> {
  const bot = target.is_bot ? await findBot(tx, target.id) : undefined;
  if (bot && !bot.can_join_groups) return "BOT_JOINS_NO_GROUPS";
  const stored = await findMember(tx, chat.id, target.id);
  const before = stored ? currentMember(stored, now_s) : neverMember(target.id);
  const change = addMember(by.member, before, now_s, chat);
  if (!change.ok) return change.refusal;
  await changeMember(tx, app, { chat, by, target, before, change, isAnnouncedByCaller: true }, now_s);
  return change.changed;
}
