/** askToJoin: the person asks to come in by a link that needs an administrator's approval. */
import { stranger } from "../../app/change-member.ts";
import { ask } from "../../app/join-requests.ts";
import { mayAsk } from "../../domain/members/requests.ts";
import { holdChat } from "../../store/chats.ts";
import { findRequest } from "../../store/join-requests.ts";
import { findMember } from "../../store/members.ts";
import { described, text } from "../fields.ts";
import { ALL_MEMBER_REFUSALS } from "../members.ts";
import { webMethod } from "../method.ts";
import { schemas } from "../schemas.ts";
import { TooMany } from "../../domain/too-many.ts";
import { wayByLink } from "../ways-in.ts";

export const askToJoin = webMethod({
  name: "askToJoin",
  summary: "Asks to join a chat by an invite link that needs approval; asking again changes nothing.",
  effect: "write",
  rate: "joins",
  access: { scope: "self" },
  fields: { invite_link: described(text({ max: 2048 }), "The link or the code at its end.") },
  result: schemas.True,
  codes: [400, 401, 403, 404],
  refusals: [...ALL_MEMBER_REFUSALS, "LINK_NOT_FOUND", "CHAT_NOT_FOUND", "REQUEST_NOT_NEEDED"],
  example: { request: { invite_link: "https://chat.example/join/Zm9vYmFyYmF6" }, result: true },
  async run({ tx, actor, deps, now, fail }, params) {
    const way = await wayByLink(tx, params.invite_link, now);
    const chat = (await holdChat(tx, way.chat.id)) ?? fail("CHAT_NOT_FOUND");
    const refusal = mayAsk((await findMember(tx, chat.id, actor.id)) ?? stranger(actor.id), now, chat);
    if (refusal !== null) return fail(refusal, chat.type);
    if (!way.link.creates_join_request) return fail("REQUEST_NOT_NEEDED");
    if (await findRequest(tx, chat.id, actor.id)) return true;
    const wait_s = deps.joinRequests.take(`${actor.id} ${chat.id}`);
    if (wait_s > 0) throw new TooMany(wait_s);
    const asking = { chat, link: way.link, public_url: deps.addresses.common };
    await ask(tx, deps.env, actor, asking, now);
    return true;
  },
});
