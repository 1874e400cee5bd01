/** leaveChat: the bot goes (behaviour.md §3). */
import { leave } from "../../domain/members/presence.ts";
import { chatId } from "../fields.ts";
import { ALL_MEMBER_REFUSALS, applyChange } from "../members.ts";
import { botMethod } from "../method.ts";
import { schemas } from "../schemas.ts";

export const leaveChat = botMethod({
  name: "leaveChat",
  summary: "Takes the bot out of a group or channel.",
  effect: "write",
  access: { scope: "chat", rank: "member", types: ["supergroup", "channel"] },
  fields: { chat_id: chatId() },
  result: schemas.True,
  codes: [400, 401, 403, 404],
  refusals: ALL_MEMBER_REFUSALS,
  example: { request: { chat_id: -1_000_000_000_001 }, result: true },
  run: async (call) =>
    applyChange({ ...call, target: call.actor, targetMember: call.member }, leave(call.member, call.now, call.chat)),
});
