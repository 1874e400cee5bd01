/** deleteChat: the end of a group or channel. */
import { deleteChat as end } from "../../app/delete-chat.ts";
import { lacksOwnership } from "../../domain/members/ownership.ts";
import { chatId } from "../fields.ts";
import { ALL_MEMBER_REFUSALS } from "../members.ts";
import { webMethod } from "../method.ts";
import { schemas } from "../schemas.ts";

export const deleteChat = webMethod({
  name: "deleteChat",
  summary: "Deletes a group or channel for everybody, with all that was said there; its owner alone may.",
  effect: "write",
  access: { scope: "chat", rank: "member", types: ["supergroup", "channel"] },
  fields: { chat_id: chatId() },
  result: schemas.True,
  codes: [400, 401, 403, 404],
  refusals: ALL_MEMBER_REFUSALS,
  example: { request: { chat_id: -1_000_000_000_001 }, result: true },
  async run({ tx, deps, chat, member, actor, now, fail }) {
    const lacks = lacksOwnership(member, now, chat);
    if (lacks !== null) return fail(lacks, chat.type);
    await end(tx, deps.env, chat, { account: actor, member }, now);
    return true;
  },
});
