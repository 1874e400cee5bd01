/** deleteChat: deletes a group or channel. */
import { deleteChat as end } from "../../app/chats/delete-chat.ts";
import { ownershipRefusal } from "../../domain/members/ownership.ts";
import { chatId } from "../engine/fields.ts";
import { ALL_MEMBER_REFUSALS } from "../bot/member-changes.ts";
import { userMethod } from "../engine/method.ts";

export const deleteChat = userMethod({
  name: "deleteChat",
  summary: "Deletes a group or channel with all its messages, for everybody. Only its owner may.",
  effect: "write",
  access: { scope: "chat", rank: "member", types: ["supergroup", "channel"] },
  fields: { chat_id: chatId() },
  refusals: ALL_MEMBER_REFUSALS,
  example: { request: { chat_id: -1_000_000_000_001 }, result: true },
  async run({ tx, deps, chat, member, actor, now, fail }) {
    const lacks = ownershipRefusal(member, now, chat);
    if (lacks !== null) return fail(lacks, chat.type);
    await end(tx, deps.app, chat, { account: actor, member }, now);
    return true;
  },
});
