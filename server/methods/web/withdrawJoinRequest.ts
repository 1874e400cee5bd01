/** withdrawJoinRequest: the person no longer asks to come in. */
import { endRequest } from "../../app/join-requests.ts";
import { linkCode } from "../../present/invite-links.ts";
import { holdChat } from "../../store/chats.ts";
import { findLink } from "../../store/invite-links.ts";
import { findRequest } from "../../store/join-requests.ts";
import { described, text } from "../fields.ts";
import { webMethod } from "../method.ts";
import { schemas } from "../schemas.ts";

export const withdrawJoinRequest = webMethod({
  name: "withdrawJoinRequest",
  summary: "Takes back the person's request to join a chat.",
  effect: "write",
  access: { scope: "self" },
  fields: {
    invite_link: described(text({ max: 2048 }), "A link into the chat, or its code; a closed one does as well."),
  },
  result: schemas.True,
  codes: [400, 401, 404],
  refusals: ["LINK_NOT_FOUND", "HIDE_REQUESTER_MISSING"],
  example: { request: { invite_link: "https://chat.example/join/Zm9vYmFyYmF6" }, result: true },
  async run({ tx, actor, now, fail }, { invite_link }) {
    const link = (await findLink(tx, linkCode(invite_link))) ?? fail("LINK_NOT_FOUND");
    const chat = (await holdChat(tx, link.chat_id)) ?? fail("LINK_NOT_FOUND");
    if (!(await findRequest(tx, chat.id, actor.id))) return fail("HIDE_REQUESTER_MISSING");
    await endRequest(tx, chat, actor, "withdrawn", now);
    return true;
  },
});
