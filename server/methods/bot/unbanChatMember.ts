/** unbanChatMember: lifts a ban (interface.md, unbanChatMember). */
import { unban } from "../../domain/members/change.ts";
import { bool, chatId, described, optional, userId } from "../engine/fields.ts";
import { aboveTarget, ALL_MEMBER_REFUSALS, applyChange } from "./member-changes.ts";
import { botMethod } from "../engine/method.ts";

export const unbanChatMember = botMethod({
  name: "unbanChatMember",
  summary: "Lifts a ban; somebody who is not banned is removed from the chat and can join again.",
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
    only_if_banned: described(optional(bool()), "Do nothing if the user is not banned."),
  },
  refusals: ALL_MEMBER_REFUSALS,
  example: { request: { chat_id: -1_000_000_000_001, user_id: 1003, only_if_banned: true }, result: true },
  async run(call, params) {
    const { chat, member, targetMember, now } = call;
    const promoters = await aboveTarget(call.tx, chat, targetMember);
    return applyChange(call, unban(member, targetMember, params.only_if_banned ?? false, now, chat, promoters));
  },
});
