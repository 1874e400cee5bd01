/** revokeChatInviteLink: revokes an invite link. */
import { revokeInviteLink } from "../../app/members/change-links.ts";
import { abilityRefusal } from "../../domain/members/abilities.ts";
import { linkCode, presentLink } from "../../present/invite-links.ts";
import { ViewerContext } from "../../present/viewer-context.ts";
import { findLink } from "../../store/queries/chats/invite-links.ts";
import { chatId, text } from "../engine/fields.ts";
import { botMethod } from "../engine/method.ts";
import { schemas } from "../engine/schemas.ts";

export const revokeChatInviteLink = botMethod({
  name: "revokeChatInviteLink",
  summary: "Revokes an invite link: the caller's own, or, for an administrator, any.",
  effect: "write",
  access: { scope: "chat", rank: "member", types: ["supergroup", "channel"], ability: "invite_users" },
  fields: { chat_id: chatId(), invite_link: text({ max: 2048 }) },
  result: schemas.ChatInviteLink,
  refusals: ["LINK_NOT_FOUND", "CANT_MANAGE"],
  example: {
    request: { chat_id: -1_000_000_000_001, invite_link: "https://chat.example/join/Zm9vYmFyYmF6" },
    result: {
      invite_link: "https://chat.example/join/Zm9vYmFyYmF6",
      creator: { id: 1002, is_bot: true, first_name: "Echo", username: "echo_bot" },
      creates_join_request: false,
      is_primary: false,
      is_revoked: true,
    },
  },
  async run({ tx, deps, chat, actor, member, now, fail, address }, params) {
    const link = await findLink(tx, linkCode(params.invite_link));
    if (!link || link.chat_id !== chat.id) return fail("LINK_NOT_FOUND");
    // Members who may invite can revoke their own links, administrators all links.
    if (link.creator_id !== actor.id && abilityRefusal(member, "manage_chat", chat, now) !== null)
      return fail("CANT_MANAGE");
    const revoked = await revokeInviteLink(tx, link);
    return presentLink(new ViewerContext(tx, actor, deps.app.fileIds), revoked, address);
  },
});
