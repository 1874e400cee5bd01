/** promoteChatMember: grants rights to a member, or removes all (interface.md, promoteChatMember). */
import { promote } from "../../domain/members/promotion.ts";
import { readRights } from "../../domain/members/rights.ts";
import { bool, chatId, optional, userId } from "../engine/fields.ts";
import { aboveTarget, ALL_MEMBER_REFUSALS, applyChange } from "./member-changes.ts";
import { botMethod } from "../engine/method.ts";

const flag = optional(bool());

/** The rights that can be granted; an omitted one is false. */
export const RIGHT_FIELDS = {
  can_manage_chat: flag,
  can_post_messages: flag,
  can_edit_messages: flag,
  can_delete_messages: flag,
  can_manage_video_chats: flag,
  can_restrict_members: flag,
  can_promote_members: flag,
  can_change_info: flag,
  can_invite_users: flag,
  can_pin_messages: flag,
  can_post_stories: flag,
  can_edit_stories: flag,
  can_delete_stories: flag,
  can_manage_topics: flag,
};

export const promoteChatMember = botMethod({
  name: "promoteChatMember",
  summary: "Makes a member an administrator with the given rights; without any right, makes an administrator a member.",
  effect: "write",
  access: { scope: "chat", rank: "member", target: "user_id", types: ["supergroup", "channel"] },
  fields: { chat_id: chatId(), user_id: userId(), is_anonymous: flag, ...RIGHT_FIELDS },
  refusals: ALL_MEMBER_REFUSALS,
  example: {
    request: { chat_id: -1_000_000_000_001, user_id: 1003, can_delete_messages: true },
    result: true,
  },
  async run(call, { chat_id: _chat, user_id: _user, ...flags }) {
    const { chat, member, targetMember, now } = call;
    const promoters = await aboveTarget(call.tx, chat, targetMember);
    const anonymous = flags.is_anonymous ?? false;
    return applyChange(call, promote(member, targetMember, readRights(flags), anonymous, now, chat, promoters));
  },
});
