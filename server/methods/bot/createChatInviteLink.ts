/** createChatInviteLink: creates an additional invite link, optionally with an end or a member limit. */
import { createLink } from "../../app/members/change-links.ts";
import { presentLink } from "../../present/invite-links.ts";
import { ViewerContext } from "../../present/viewer-context.ts";
import { chatId } from "../engine/fields.ts";
import { botMethod } from "../engine/method.ts";
import { schemas } from "../engine/schemas.ts";
import { LINK_FIELDS, readLinkOptions } from "./link-fields.ts";

export const createChatInviteLink = botMethod({
  name: "createChatInviteLink",
  summary: "Creates an additional invite link.",
  effect: "write",
  rate: "invite_links",
  access: { scope: "chat", rank: "member", types: ["supergroup", "channel"], ability: "invite_users" },
  fields: {
    chat_id: chatId(),
    ...LINK_FIELDS,
  },
  result: schemas.ChatInviteLink,
  refusals: ["TOO_MANY_LINKS"],
  example: {
    request: { chat_id: -1_000_000_000_001, member_limit: 1 },
    result: {
      invite_link: "https://chat.example/join/Zm9vYmFyYmF6",
      creator: { id: 1002, is_bot: true, first_name: "Echo", username: "echo_bot" },
      creates_join_request: false,
      is_primary: false,
      is_revoked: false,
      member_limit: 1,
    },
  },
  prepare: ({ deps, params }) => readLinkOptions(params, deps.clock.now()),
  async run({ tx, deps, chat, actor, now, address, fail }, _params, linkOptions) {
    const link = await createLink(tx, chat, actor, linkOptions, deps.random.bytes, now);
    if (typeof link === "string") return fail(link);
    return presentLink(new ViewerContext(tx, actor, deps.app.fileIds), link, address);
  },
});
