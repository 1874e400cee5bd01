/** getChatMember: the member record of an account in a chat (interface.md, getChatMember). */
import { canBeEdited } from "../../domain/members/authority.ts";
import { presentMember } from "../../present/members.ts";
import { ViewerContext } from "../../present/viewer-context.ts";
import { chatId, userId } from "../engine/fields.ts";
import { aboveTarget } from "./member-changes.ts";
import { botMethod } from "../engine/method.ts";
import { schemas } from "../engine/schemas.ts";

export const getChatMember = botMethod({
  name: "getChatMember",
  summary: "Returns the status and rights of somebody in a chat.",
  effect: "read",
  access: { scope: "chat", rank: "member", target: "user_id" },
  missingIsBadRequest: true,
  fields: { chat_id: chatId(), user_id: userId() },
  result: schemas.ChatMember,
  example: {
    request: { chat_id: -1_000_000_000_001, user_id: 1001 },
    result: {
      user: { id: 1001, is_bot: false, first_name: "Alice", username: "alice" },
      status: "creator",
      custom_title: "",
      is_anonymous: false,
    },
  },
  async run({ tx, actor, deps, chat, member, target, targetMember }) {
    const promoters = await aboveTarget(tx, chat, targetMember);
    const user = new ViewerContext(tx, actor, deps.app.fileIds).show(target);
    const can_be_edited = canBeEdited(member, targetMember, promoters, chat.type);
    return presentMember(user, targetMember, { can_be_edited, implied_rights: deps.app.showsImpliedRights(actor) });
  },
});
