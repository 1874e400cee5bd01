/** joinChat: joins a chat, by its user name or an invite link. */
import { changeMember, neverMember } from "../../app/members/change-member.ts";
import { currentMember } from "../../domain/members/member.ts";
import { join } from "../../domain/members/membership.ts";
import { presentChatRow } from "../../present/chat-list.ts";
import { ViewerContext } from "../../present/viewer-context.ts";
import { findMember } from "../../store/queries/members/members.ts";
import { ALL_MEMBER_REFUSALS } from "../bot/member-changes.ts";
import { userMethod } from "../engine/method.ts";
import { JOIN_TARGET_FIELDS, lockTargetByLink, lockTargetByUsername } from "./join-target.ts";
import { schemas } from "../engine/schemas.ts";

export const joinChat = userMethod({
  name: "joinChat",
  summary: "Joins a public chat by its user name, or any chat by an invite link that needs no approval.",
  effect: "write",
  rate: "joins",
  access: { scope: "self" },
  fields: JOIN_TARGET_FIELDS,
  result: schemas.ChatRow,
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
    const { chat, link } =
      params.invite_link === undefined
        ? await lockTargetByUsername(tx, params.username)
        : await lockTargetByLink(tx, params.invite_link, now);
    const stored = await findMember(tx, chat.id, actor.id);
    const before = stored ? currentMember(stored, now) : neverMember(actor.id);
    const change = join(before, now, chat);
    if (!change.ok) return fail(change.refusal, chat.type);
    if (change.changed) {
      if (link?.creates_join_request) return fail("REQUEST_NEEDED");
      const came_by = link && { link, public_url: deps.addresses.public_url };
      const by = { account: actor, member: change.member };
      const step = { chat, by, target: actor, before, change, ...(came_by ? { came_by } : {}) };
      await changeMember(tx, deps.app, step, now);
    }
    return presentChatRow(new ViewerContext(tx, actor, deps.app.fileIds), chat.id, now);
  },
});
