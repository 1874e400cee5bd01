/** The ways into a chat that a person was not in: its public name, or an invite link. */
import { isOpen } from "../app/invite-links.ts";
import type { Chat } from "../domain/chats.ts";
import { refuse } from "../domain/refusals.ts";
import { linkCode } from "../present/invite-links.ts";
import { findUsername } from "../store/accounts.ts";
import { findChat } from "../store/chats.ts";
import type { ReadTx } from "../store/db.ts";
import { findLink, type InviteLink } from "../store/invite-links.ts";
import { described, optional, text } from "./fields.ts";

export const WAY_FIELDS = {
  username: optional(text({ max: 64 })),
  invite_link: described(optional(text({ max: 2048 })), "The link or the code at its end."),
};

export interface WayIn {
  readonly chat: Chat;
  readonly link?: InviteLink;
}

/** @throws Refused with LINK_NOT_FOUND or CHAT_NOT_FOUND */
export async function wayByLink(tx: ReadTx, invite_link: string, now_s: number): Promise<Required<WayIn>> {
  const link = await findLink(tx, linkCode(invite_link));
  if (!link || !isOpen(link, now_s)) return refuse("LINK_NOT_FOUND");
  return { chat: (await findChat(tx, link.chat_id)) ?? refuse("CHAT_NOT_FOUND"), link };
}

/** @throws Refused with CHAT_NOT_FOUND */
export async function wayByName(tx: ReadTx, username: string | undefined): Promise<WayIn> {
  const id = username === undefined ? undefined : await findUsername(tx, username);
  const chat = id !== undefined && id < 0 ? await findChat(tx, id) : undefined;
  return { chat: chat ?? refuse("CHAT_NOT_FOUND") };
}
