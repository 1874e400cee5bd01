/** joinChat: the person comes in by themselves, through a public name or an invite link. */
import { changeMember, stranger } from "../../app/change-member.ts";
import { isOpen } from "../../app/invite-links.ts";
import type { Chat } from "../../domain/chats.ts";
import { currentMember } from "../../domain/members/member.ts";
import { join } from "../../domain/members/presence.ts";
import { refuse } from "../../domain/refusals.ts";
import { linkCode, presentLink } from "../../present/invite-links.ts";
import { presentChatRow } from "../../present/chat-list.ts";
import { View } from "../../present/view.ts";
import { findUsername } from "../../store/accounts.ts";
import { findChat, holdChat } from "../../store/chats.ts";
import type { Tx } from "../../store/db.ts";
import { readUpTo } from "../../store/history.ts";
import { findLink, useLink, type InviteLink } from "../../store/invite-links.ts";
import { findMember } from "../../store/members.ts";
import { described, optional, text } from "../fields.ts";
import { ALL_MEMBER_REFUSALS } from "../members.ts";
import { webMethod } from "../method.ts";

export const joinChat = webMethod({
  name: "joinChat",
  summary: "Joins a public chat by its user name, or any chat by an invite link.",
  effect: "write",
  access: { scope: "self" },
  fields: {
    username: optional(text({ max: 64 })),
    invite_link: described(optional(text({ max: 2048 })), "The link or the code at its end."),
  },
  result: { type: "object" },
  codes: [400, 401, 403, 404],
  refusals: [...ALL_MEMBER_REFUSALS, "CHAT_NOT_FOUND", "LINK_NOT_FOUND"],
  example: {
    request: { username: "team" },
    result: {
      chat: { id: -1_000_000_000_001, type: "supergroup", title: "Team", username: "team" },
      seq: 9,
      read_up_to: 0,
      unread_count: 4,
    },
  },
  async run({ tx, actor, deps, now, fail }, params) {
    const { chat, link } = await findDoor(tx, params.username, params.invite_link, now);
    const stored = await findMember(tx, chat.id, actor.id);
    const before = stored ? currentMember(stored, now) : stranger(actor.id);
    const change = join(before, now, chat);
    if (!change.ok) return fail(change.refusal, chat.type);
    const view = new View(tx, actor, deps.env.fileIds);
    if (change.changed) {
      if (link) await useLink(tx, link.code);
      const shown = link && (await presentLink(view, link, deps.publicUrl()));
      const by = { account: actor, member: change.member };
      const step = { chat, by, target: actor, before, change, ...(shown ? { invite_link: shown } : {}) };
      await changeMember(tx, deps.env, step, now);
    }
    const seat = { chat_id: chat.id, read_up_to: await readUpTo(tx, chat.id, actor.id) };
    return presentChatRow(view, (await findChat(tx, chat.id))!, seat, now);
  },
});

interface WayIn {
  readonly chat: Chat;
  readonly link: InviteLink | undefined;
}

async function findDoor(
  tx: Tx,
  username: string | undefined,
  invite_link: string | undefined,
  now_s: number,
): Promise<WayIn> {
  if (invite_link !== undefined) {
    const link = await findLink(tx, linkCode(invite_link));
    if (!link || !isOpen(link, now_s)) return refuse("LINK_NOT_FOUND");
    return { chat: (await holdChat(tx, link.chat_id)) ?? refuse("CHAT_NOT_FOUND"), link };
  }
  const id = username === undefined ? undefined : await findUsername(tx, username);
  const chat = id !== undefined && id < 0 ? await holdChat(tx, id) : undefined;
  return { chat: chat ?? refuse("CHAT_NOT_FOUND"), link: undefined };
}
