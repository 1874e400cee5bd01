/** The chat that a person wants to join, named by its user name or an invite link. */
import { isUsable } from "../../app/members/invite-links.ts";
import type { Chat } from "../../domain/chats.ts";
import { refuse } from "../../domain/refusals.ts";
import { linkCode } from "../../present/invite-links.ts";
import { findUsername } from "../../store/queries/accounts/accounts.ts";
import { findChat } from "../../store/queries/chats/chats.ts";
import type { ReadTx } from "../../store/db.ts";
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
  const link = await findLink(tx, linkCode(invite_link));
  if (!link || !isUsable(link, now_s)) return refuse("LINK_NOT_FOUND");
  return { chat: (await findChat(tx, link.chat_id)) ?? refuse("CHAT_NOT_FOUND"), link };
}

/** @throws RefusalError with CHAT_NOT_FOUND */
export async function joinTargetByUsername(tx: ReadTx, username: string | undefined): Promise<JoinTarget> {
  const id = username === undefined ? undefined : await findUsername(tx, username);
  const chat = id !== undefined && id < 0 ? await findChat(tx, id) : undefined;
  return { chat: chat ?? refuse("CHAT_NOT_FOUND") };
}
