/** getMember: the member record of an account, with the actions that the person may take on it. */
import { ViewerContext } from "../../present/viewer-context.ts";
import { findDefaultRights } from "../../store/queries/bots/bot-defaults.ts";
import { presentDefaultRights } from "../bot/default-rights.ts";
import { chatId, userId } from "../engine/fields.ts";
import { viewMember } from "./member-view.ts";
import { userMethod } from "../engine/method.ts";
import { schemas } from "../engine/schemas.ts";

export const getMember = userMethod({
  name: "getMember",
  summary: "Returns the status of somebody in a chat, and for every action on them its refusal, or null.",
  effect: "read",
  access: { scope: "chat", rank: "member", target: "user_id" },
  missingIsBadRequest: true,
  fields: { chat_id: chatId(), user_id: userId() },
  result: schemas.ChatMember,
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
  async run({ tx, actor, deps, chat, member, target, targetMember, now }) {
    const user = new ViewerContext(tx, actor, deps.app.fileIds).show(target);
    const view = await viewMember(tx, chat, member, targetMember, user, now);
    if (!target.is_bot || targetMember.status === "administrator" || chat.type === "private") return view;
    const for_channels = chat.type === "channel";
    const suggested = await findDefaultRights(tx, target.id, for_channels);
    return suggested ? { ...view, suggested_rights: presentDefaultRights(suggested, for_channels) } : view;
  },
});
