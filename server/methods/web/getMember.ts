/** getMember: somebody's record in a chat, with what the person may do to them. */
import { View } from "../../present/view.ts";
import { chatId, userId } from "../fields.ts";
import { viewMember } from "../member-view.ts";
import { webMethod } from "../method.ts";
import { schemas } from "../schemas.ts";

export const getMember = webMethod({
  name: "getMember",
  summary: "Tells what somebody is in a chat, and for everything that can be done to them why not, or null.",
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
      status: "member",
      can: {
        restrict: null,
        ban: null,
        unban: null,
        promote: null,
        demote: null,
        set_title: "NOT_AN_ADMINISTRATOR",
        transfer_ownership: "OWNER_ONLY",
      },
    },
  },
  run: ({ tx, actor, deps, chat, member, target, targetMember, now }) =>
    viewMember(tx, chat, member, targetMember, new View(tx, actor, deps.env.fileIds).show(target), now),
});
