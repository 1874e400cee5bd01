/** deleteAbandonedChat: deletes a chat whose creator is gone, for an owner of the service. */
import { deleteAbandonedChat as end } from "../../app/chats/abandoned-chats.ts";
import { described, int } from "../engine/fields.ts";
import { userMethod } from "../engine/method.ts";

export const deleteAbandonedChat = userMethod({
  name: "deleteAbandonedChat",
  summary:
    "Deletes a group or channel whose creator has left or is suspended, with all its messages, for everybody. The caller need not be in it.",
  effect: "write",
  access: { scope: "owner" },
  fields: { chat_id: described(int(), "The id of the group or channel.") },
  refusals: ["CHAT_NOT_FOUND", "CHAT_HAS_OWNER"],
  example: { request: { chat_id: -1_000_000_000_001 }, result: true },
  async run({ tx, deps, actor, now, fail }, { chat_id }) {
    const refusal = await end(tx, deps.app, chat_id, actor, now);
    return refusal === undefined ? true : fail(refusal);
  },
});
