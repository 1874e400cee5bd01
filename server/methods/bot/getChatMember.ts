/** getChatMember: somebody's record in a chat (interface.md, getChatMember). */
import { canBeEdited } from "../../domain/members/authority.ts";
import { presentMember } from "../../present/members.ts";
import { View } from "../../present/view.ts";
import { chatId, userId } from "../fields.ts";
import { aboveTarget } from "../members.ts";
import { botMethod } from "../method.ts";
import { schemas } from "../schemas.ts";

export const getChatMember = botMethod({
  name: "getChatMember",
  summary: "Tells what somebody is in a chat.",
  effect: "read",
  access: { scope: "chat", rank: "member", target: "user_id" },
  fields: { chat_id: chatId(), user_id: userId() },
  result: schemas.ChatMember,
  codes: [400, 401, 403],
  refusals: [],
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
    const above = await aboveTarget(tx, chat, targetMember);
    const user = new View(tx, actor, deps.env.fileIds).show(target);
    return presentMember(user, targetMember, canBeEdited(member, targetMember, above, chat.type));
  },
});
