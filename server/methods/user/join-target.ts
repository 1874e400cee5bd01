/** The chat that a person wants to join, named by its user name or an invite link. */
import { isUsable } from "../../app/members/change-links.ts";
import type { Chat } from "../../domain/chats.ts";
import { refuse } from "../../domain/refusals.ts";
import { linkCode } from "../../present/invite-links.ts";
import { findUsername } from "../../store/queries/accounts/accounts.ts";
import { findChat, lockChat } from "../../store/queries/chats/chats.ts";
import type { ReadTx, Tx } from "../../store/db.ts";
import { findLink, type InviteLink } from "../../store/queries/chats/invite-links.ts";
import { described, optional, text } from "../engine/fields.ts";

export const JOIN_TARGET_FIELDS = {
  username: optional(text({ max: 64 })),
  invite_link: described(optional(text({ max: 2048 })), "The link or the code at its end."),
};

export interface JoinTarget {
  readonly chat: Chat;
  readonly link?: InviteLink;
}

/** @throws RefusalError with LINK_NOT_FOUND or CHAT_NOT_FOUND */
export async function joinTargetByLink(tx: ReadTx, invite_link: string, now_s: number): Promise<Required<JoinTarget>> {
  const link = await findUsableLink(tx, invite_link, now_s);
  return { chat: (await findChat(tx, link.chat_id)) ?? refuse("CHAT_NOT_FOUND"), link };
}

/** Like `joinTargetByLink`, and locks the chat: nobody else uses or revokes the link until the transaction ends. */
export async function lockTargetByLink(tx: Tx, invite_link: string, now_s: number): Promise<Required<JoinTarget>> {
  const { chat_id } = await findUsableLink(tx, invite_link, now_s);
  const chat = (await lockChat(tx, chat_id)) ?? refuse("CHAT_NOT_FOUND");
  return { chat, link: await findUsableLink(tx, invite_link, now_s) };
}

/** @throws RefusalError with CHAT_NOT_FOUND */
export async function joinTargetByUsername(tx: ReadTx, username: string | undefined): Promise<JoinTarget> {
  const id = username === undefined ? undefined : await findUsername(tx, username);
  const chat = id !== undefined && id < 0 ? await findChat(tx, id) : undefined;
  return { chat: chat ?? refuse("CHAT_NOT_FOUND") };
}

/** Locks the chat of a user name. @throws RefusalError with CHAT_NOT_FOUND */
export async function lockTargetByUsername(tx: Tx, username: string | undefined): Promise<JoinTarget> {
  const id = username === undefined ? undefined : await findUsername(tx, username);
  const chat = id !== undefined && id < 0 ? await lockChat(tx, id) : undefined;
  // Until it was locked, the chat may have lost the user name.
  const isNamed = chat !== undefined && chat.username?.toLowerCase() === username?.replace(/^@/, "").toLowerCase();
  return isNamed ? { chat } : refuse("CHAT_NOT_FOUND");
}

async function findUsableLink(tx: ReadTx, invite_link: string, now_s: number): Promise<InviteLink> {
  const link = await findLink(tx, linkCode(invite_link));
  return link && isUsable(link, now_s) ? link : refuse("LINK_NOT_FOUND");
}
