/** declineChatJoinRequest: does not let somebody in who asked to join; they may ask again (join-requests.md). */
import { endRequest } from "../../app/join-requests.ts";
import { decline } from "../../domain/members/requests.ts";
import { findRequest } from "../../store/join-requests.ts";
import { chatId, userId } from "../fields.ts";
import { ALL_MEMBER_REFUSALS } from "../members.ts";
import { botMethod } from "../method.ts";
import { schemas } from "../schemas.ts";

export const declineChatJoinRequest = botMethod({
  name: "declineChatJoinRequest",
  summary: "Does not let somebody into the chat who asked to join it.",
  effect: "write",
  access: {
    scope: "chat",
    rank: "member",
    target: "user_id",
    types: ["supergroup", "channel"],
    ability: "answer_requests",
  },
  fields: { chat_id: chatId(), user_id: userId() },
  result: schemas.True,
  codes: [400, 401, 403, 404],
  refusals: ALL_MEMBER_REFUSALS,
  example: { request: { chat_id: -1_000_000_000_001, user_id: 1003 }, result: true },
  async run({ tx, chat, member, target, targetMember, now, fail }) {
    const waiting = (await findRequest(tx, chat.id, target.id)) !== undefined;
    const refusal = decline(member, targetMember, waiting, now, chat);
    if (refusal !== null) return fail(refusal, chat.type);
    await endRequest(tx, chat, target, "declined", now);
    return true;
  },
});
