/** createChatInviteLink: creates an additional invite link, optionally with an end or a member limit. */
import { MAX_LINK_MEMBERS, MAX_LINK_NAME } from "@heliogram/shared/limits.ts";
import { createLink } from "../../app/members/change-links.ts";
import { presentLink } from "../../present/invite-links.ts";
import { ViewerContext } from "../../present/viewer-context.ts";
import { bool, chatId, described, int, optional, ParameterError, text, unixTime } from "../engine/fields.ts";
import { botMethod } from "../engine/method.ts";
import { schemas } from "../engine/schemas.ts";

export const createChatInviteLink = botMethod({
  name: "createChatInviteLink",
  summary: "Creates an additional invite link.",
  effect: "write",
  rate: "invite_links",
  access: { scope: "chat", rank: "member", types: ["supergroup", "channel"], ability: "invite_users" },
  fields: {
    chat_id: chatId(),
    name: described(optional(text({ max: MAX_LINK_NAME })), "0 to 32 characters."),
    expire_date: described(optional(unixTime()), "When the link stops working; 0 = never."),
    member_limit: described(optional(int()), "How many people can join with it, 1 to 99999; 0 = any number."),
    creates_join_request: described(
      optional(bool()),
      "Whether joining with it needs the approval of an administrator; not together with member_limit.",
    ),
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
  prepare: ({ deps, params }) => {
    const limit = params.member_limit ?? 0;
    if (limit < 0 || limit > MAX_LINK_MEMBERS) throw new ParameterError("invalid member_limit: 0 to 99999 is expected");
    const creates_join_request = params.creates_join_request ?? false;
    if (creates_join_request && limit > 0) {
      throw new ParameterError("member limit can't be specified for links requiring administrator approval");
    }
    const expires_at = params.expire_date ?? 0;
    if (expires_at !== 0 && expires_at * 1000 <= deps.clock.now()) {
      throw new ParameterError("expire_date must be in the future");
    }
    return { name: params.name ?? "", expires_at, member_limit: limit, creates_join_request };
  },
  async run({ tx, deps, chat, actor, now, address, fail }, _params, linkOptions) {
    const link = await createLink(tx, chat, actor, linkOptions, deps.random.bytes, now);
    if (typeof link === "string") return fail(link);
    return presentLink(new ViewerContext(tx, actor, deps.app.fileIds), link, address);
  },
});
