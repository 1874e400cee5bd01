/** leaveChat: the caller leaves a chat (behaviour.md §3). */
import { leave } from "../../domain/members/membership.ts";
import { chatId } from "../engine/fields.ts";
import { ALL_MEMBER_REFUSALS, applyChange } from "./member-changes.ts";
import { botMethod } from "../engine/method.ts";

export const leaveChat = botMethod({
  name: "leaveChat",
  summary: "Leaves a group or channel.",
  effect: "write",
  access: { scope: "chat", rank: "member", types: ["supergroup", "channel"] },
  fields: { chat_id: chatId() },
  refusals: ALL_MEMBER_REFUSALS,
  example: { request: { chat_id: -1_000_000_000_001 }, result: true },
  run: async (call) =>
    applyChange({ ...call, target: call.actor, targetMember: call.member }, leave(call.member, call.now, call.chat)),
});
