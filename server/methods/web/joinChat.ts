/** joinChat: the person comes in by themselves, through a public name or an invite link. */
import { changeMember, stranger } from "../../app/change-member.ts";
import { currentMember } from "../../domain/members/member.ts";
import { join } from "../../domain/members/presence.ts";
import { presentChatRow } from "../../present/chat-list.ts";
import { View } from "../../present/view.ts";
import { holdChat } from "../../store/chats.ts";
import { useLink } from "../../store/invite-links.ts";
import { findMember } from "../../store/members.ts";
import { ALL_MEMBER_REFUSALS } from "../members.ts";
import { webMethod } from "../method.ts";
import { WAY_FIELDS, wayByLink, wayByName } from "../ways-in.ts";
import { schemas } from "../schemas.ts";

export const joinChat = webMethod({
  name: "joinChat",
  summary: "Joins a public chat by its user name, or any chat by an invite link that needs no approval.",
  effect: "write",
  rate: "joins",
  access: { scope: "self" },
  fields: WAY_FIELDS,
  result: schemas.ChatRow,
  codes: [400, 401, 403, 404],
  refusals: [...ALL_MEMBER_REFUSALS, "CHAT_NOT_FOUND", "LINK_NOT_FOUND", "REQUEST_NEEDED"],
  example: {
    request: { username: "team" },
    result: {
      chat: { id: -1_000_000_000_001, type: "supergroup", title: "Team", username: "team" },
      seq: 9,
      read_up_to: 0,
      unread_count: 4,
      unread_mentions: 0,
      settings: { is_archived: false, is_marked_unread: false },
      member_count: 2,
    },
  },
  async run({ tx, actor, deps, now, fail }, params) {
    const way =
      params.invite_link === undefined
        ? await wayByName(tx, params.username)
        : await wayByLink(tx, params.invite_link, now);
    const chat = (await holdChat(tx, way.chat.id)) ?? fail("CHAT_NOT_FOUND");
    const { link } = way;
    const stored = await findMember(tx, chat.id, actor.id);
    const before = stored ? currentMember(stored, now) : stranger(actor.id);
    const change = join(before, now, chat);
    if (!change.ok) return fail(change.refusal, chat.type);
    if (change.changed) {
      if (link?.creates_join_request) return fail("REQUEST_NEEDED");
      if (link) await useLink(tx, link.code);
      const came_by = link && { link, public_url: deps.addresses.common };
      const by = { account: actor, member: change.member };
      const step = { chat, by, target: actor, before, change, ...(came_by ? { came_by } : {}) };
      await changeMember(tx, deps.env, step, now);
    }
    return presentChatRow(new View(tx, actor, deps.env.fileIds), deps.db.words, chat.id, now);
  },
});
