/** banChatMember: removes a member and prevents them from returning (behaviour.md §3). */
import { ban } from "../../domain/members/change.ts";
import { bool, chatId, described, optional, unixTime, userId } from "../engine/fields.ts";
import { aboveTarget, ALL_MEMBER_REFUSALS, applyChange } from "./member-changes.ts";
import { botMethod } from "../engine/method.ts";

export const banChatMember = botMethod({
  name: "banChatMember",
  aliases: ["kickChatMember"],
  summary: "Removes somebody from a group or channel and bans them.",
  effect: "write",
  access: {
    scope: "chat",
    rank: "member",
    target: "user_id",
    types: ["supergroup", "channel"],
    ability: "restrict_members",
  },
  fields: {
    chat_id: chatId(),
    user_id: userId(),
    until_date: described(
      optional(unixTime()),
      "When the ban ends; 0, under 30 seconds or over 366 days from now means never.",
    ),
    revoke_messages: described(optional(bool()), "Accepted without effect; the messages of the banned member stay."),
  },
  refusals: ALL_MEMBER_REFUSALS,
  example: { request: { chat_id: -1_000_000_000_001, user_id: 1003 }, result: true },
  async run(call, params) {
    const { chat, member, targetMember, now } = call;
    const promoters = await aboveTarget(call.tx, chat, targetMember);
    return applyChange(call, ban(member, targetMember, params.until_date ?? 0, now, chat, promoters));
  },
});
