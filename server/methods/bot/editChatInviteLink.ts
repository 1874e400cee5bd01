/** editChatInviteLink: sets the options of an invite link that the bot has created. */
import { editLink } from "../../app/members/change-links.ts";
import { linkCode, presentLink } from "../../present/invite-links.ts";
import { ViewerContext } from "../../present/viewer-context.ts";
import { findLink } from "../../store/queries/chats/invite-links.ts";
import { chatId, text } from "../engine/fields.ts";
import { botMethod } from "../engine/method.ts";
import { schemas } from "../engine/schemas.ts";
import { LINK_FIELDS, readLinkOptions } from "./link-fields.ts";

export const editChatInviteLink = botMethod({
  name: "editChatInviteLink",
  summary:
    "Edits an additional invite link that the bot has created. All its options are set anew: what is omitted is removed.",
  effect: "write",
  access: { scope: "chat", rank: "member", types: ["supergroup", "channel"], ability: "invite_users" },
  fields: { chat_id: chatId(), invite_link: text({ max: 2048 }), ...LINK_FIELDS },
  result: schemas.ChatInviteLink,
  refusals: ["LINK_NOT_FOUND", "LINK_NOT_OWN", "LINK_IS_PRIMARY", "LINK_REVOKED", "TOO_MANY_LINKS"],
  example: {
    request: {
      chat_id: -1_000_000_000_001,
      invite_link: "https://chat.example/join/Zm9vYmFyYmF6",
      name: "Newcomers",
      member_limit: 5,
    },
    result: {
      invite_link: "https://chat.example/join/Zm9vYmFyYmF6",
      creator: { id: 1002, is_bot: true, first_name: "Echo", username: "echo_bot" },
      creates_join_request: false,
      is_primary: false,
      is_revoked: false,
      name: "Newcomers",
      member_limit: 5,
    },
  },
  prepare: ({ deps, params }) => readLinkOptions(params, deps.clock.now()),
  async run({ tx, deps, chat, actor, now, address, fail }, params, linkOptions) {
    const link = await findLink(tx, linkCode(params.invite_link));
    if (!link || link.chat_id !== chat.id) return fail("LINK_NOT_FOUND");
    const edited = await editLink(tx, chat, actor, link, linkOptions, now);
    if (typeof edited === "string") return fail(edited);
    return presentLink(new ViewerContext(tx, actor, deps.app.fileIds), edited, address);
  },
});
