/** previewChat: what a public name or an invite link leads to, before somebody joins. */
import { isOpen } from "../../app/invite-links.ts";
import { chatPhoto } from "../../present/chat-info.ts";
import { linkCode } from "../../present/invite-links.ts";
import { View } from "../../present/view.ts";
import { findUsername } from "../../store/accounts.ts";
import { findChat } from "../../store/chats.ts";
import { findLink } from "../../store/invite-links.ts";
import { findMember } from "../../store/members.ts";
import { described, optional, text } from "../fields.ts";
import { webMethod } from "../method.ts";

export const previewChat = webMethod({
  name: "previewChat",
  summary: "Tells what joinChat would join, by the same parameters.",
  effect: "read",
  access: { scope: "self" },
  fields: {
    username: optional(text({ max: 64 })),
    invite_link: described(optional(text({ max: 2048 })), "The link or the code at its end."),
  },
  result: { type: "object" },
  codes: [400, 401, 404],
  refusals: ["CHAT_NOT_FOUND", "LINK_NOT_FOUND"],
  example: {
    request: { username: "team" },
    result: {
      chat: { id: -1_000_000_000_001, type: "supergroup", title: "Team", username: "team" },
      description: "",
      member_count: 4,
      is_member: false,
    },
  },
  async run({ tx, actor, deps, now, fail }, { username, invite_link }) {
    const link = invite_link === undefined ? undefined : await findLink(tx, linkCode(invite_link));
    if (invite_link !== undefined && (!link || !isOpen(link, now))) return fail("LINK_NOT_FOUND");
    const id = link?.chat_id ?? (username === undefined ? undefined : await findUsername(tx, username));
    const chat = id !== undefined && id < 0 ? await findChat(tx, id) : undefined;
    if (!chat) return fail("CHAT_NOT_FOUND");
    const view = new View(tx, actor, deps.env.fileIds);
    const photo = chatPhoto(view, chat);
    return {
      chat: await view.chat(chat),
      description: chat.description,
      member_count: chat.member_count,
      is_member: (await findMember(tx, chat.id, actor.id))?.is_member ?? false,
      ...(photo ? { photo } : {}),
    };
  },
});
