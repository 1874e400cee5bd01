/** withdrawJoinRequest: withdraws the person's join request. */
import { endRequest } from "../../app/members/ask-to-join.ts";
import { linkCode } from "../../present/invite-links.ts";
import { lockChat } from "../../store/queries/chats/chats.ts";
import { findLink } from "../../store/queries/chats/invite-links.ts";
import { findRequest } from "../../store/queries/chats/join-requests.ts";
import { described, text } from "../engine/fields.ts";
import { userMethod } from "../engine/method.ts";

export const withdrawJoinRequest = userMethod({
  name: "withdrawJoinRequest",
  summary: "Withdraws the person's request to join a chat.",
  effect: "write",
  access: { scope: "self" },
  fields: {
    invite_link: described(text({ max: 2048 }), "A link into the chat, or its code; a closed one does as well."),
  },
  refusals: ["LINK_NOT_FOUND", "HIDE_REQUESTER_MISSING"],
  example: { request: { invite_link: "https://chat.example/join/Zm9vYmFyYmF6" }, result: true },
  async run({ tx, actor, now, fail }, { invite_link }) {
    const link = (await findLink(tx, linkCode(invite_link))) ?? fail("LINK_NOT_FOUND");
    const chat = (await lockChat(tx, link.chat_id)) ?? fail("LINK_NOT_FOUND");
    if (!(await findRequest(tx, chat.id, actor.id))) return fail("HIDE_REQUESTER_MISSING");
    await endRequest(tx, chat, actor, "withdrawn", now);
    return true;
  },
});
