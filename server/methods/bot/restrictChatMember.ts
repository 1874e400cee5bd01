/**
 * restrictChatMember: restricts the permissions of a member, for a time or forever (interface.md; behaviour.md §3).
 */
import { restrict } from "../../domain/members/change.ts";
import { bool, chatId, described, missing, optional, unixTime, userId } from "../engine/fields.ts";
import { aboveTarget, ALL_MEMBER_REFUSALS, applyChange } from "./member-changes.ts";
import { botMethod } from "../engine/method.ts";
import { permissionsField, permissionsFrom } from "./permission-fields.ts";

export const restrictChatMember = botMethod({
  name: "restrictChatMember",
  summary: "Restricts a member of a group; with all eight permissions true, lifts every restriction.",
  effect: "write",
  access: { scope: "chat", rank: "member", target: "user_id", types: ["supergroup"], ability: "restrict_members" },
  fields: {
    chat_id: chatId(),
    user_id: userId(),
    permissions: missing(permissionsField(), 'parameter "permissions" is required'),
    use_independent_chat_permissions: described(
      optional(bool()),
      "Apply each flag by itself, without the permissions that it implies.",
    ),
    until_date: described(
      optional(unixTime()),
      "When the restriction ends; 0, under 30 seconds or over 366 days from now means never.",
    ),
  },
  refusals: ALL_MEMBER_REFUSALS,
  example: {
    request: { chat_id: -1_000_000_000_001, user_id: 1003, permissions: { can_send_messages: true } },
    result: true,
  },
  async run(call, params) {
    const { chat, member, targetMember, now } = call;
    const wanted = permissionsFrom(params.permissions, params.use_independent_chat_permissions);
    const promoters = await aboveTarget(call.tx, chat, targetMember);
    return applyChange(call, restrict(member, targetMember, wanted, params.until_date ?? 0, now, chat, promoters));
  },
});
