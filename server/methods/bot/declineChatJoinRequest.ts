/** declineChatJoinRequest: declines a join request; the person may ask again (join-requests.md). */
import { endRequest } from "../../app/members/ask-to-join.ts";
import { declineRefusal } from "../../domain/members/join-requests.ts";
import { findRequest } from "../../store/queries/chats/join-requests.ts";
import { chatId, userId } from "../engine/fields.ts";
import { ALL_MEMBER_REFUSALS } from "./member-changes.ts";
import { botMethod } from "../engine/method.ts";

export const declineChatJoinRequest = botMethod({
  name: "declineChatJoinRequest",
  summary: "Declines a join request.",
  effect: "write",
  access: {
    scope: "chat",
    rank: "member",
    target: "user_id",
    unknownTarget: "HIDE_REQUESTER_MISSING",
    types: ["supergroup", "channel"],
    ability: "answer_requests",
  },
  fields: { chat_id: chatId(), user_id: userId() },
  refusals: ALL_MEMBER_REFUSALS,
  example: { request: { chat_id: -1_000_000_000_001, user_id: 1003 }, result: true },
  async run({ tx, chat, member, target, now, fail }) {
    const waiting = (await findRequest(tx, chat.id, target.id)) !== undefined;
    const refusal = declineRefusal(member, waiting, now, chat);
    if (refusal !== null) return fail(refusal, chat.type);
    await endRequest(tx, chat, target, "declined", now);
    return true;
  },
});
