/** takeOverChat: makes an owner of the service the owner of a chat whose creator is gone. */
import { takeOverChat as takeOver } from "../../app/chats/abandoned-chats.ts";
import { ALL_MEMBER_REFUSALS } from "../bot/member-changes.ts";
import { described, int } from "../engine/fields.ts";
import { userMethod } from "../engine/method.ts";

export const takeOverChat = userMethod({
  name: "takeOverChat",
  summary:
    "Makes the caller the owner of a group or channel whose creator has left or is suspended. A caller who was not in it joins; a suspended creator stays an administrator.",
  effect: "write",
  access: { scope: "owner" },
  fields: { chat_id: described(int(), "The id of the group or channel.") },
  refusals: [...ALL_MEMBER_REFUSALS, "CHAT_NOT_FOUND", "CHAT_HAS_OWNER"],
  example: { request: { chat_id: -1_000_000_000_001 }, result: true },
  async run({ tx, deps, actor, now, fail }, { chat_id }) {
    const outcome = await takeOver(tx, deps.app, chat_id, actor, now);
    if (typeof outcome === "string") return fail(outcome);
    return true;
  },
});
