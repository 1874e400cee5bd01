/** overrideChatRetention: an owner of the service sets how long a chat keeps its messages. */
import { findRetention, setPeriodsByService } from "../../app/retention/change-retention.ts";
import { lockChat } from "../../store/queries/chats/chats.ts";
import { described, int } from "../engine/fields.ts";
import { userMethod } from "../engine/method.ts";
import { schemas } from "../engine/schemas.ts";
import { CHAT_PERIOD_FIELDS, presentChatRetention, readChatPeriods } from "./retention-fields.ts";

export const overrideChatRetention = userMethod({
  name: "overrideChatRetention",
  summary:
    "Sets after how many days messages of a group or channel are deleted, whatever the bounds; its owner cannot change it then. With no period, those of the service apply again, and its owner may choose.",
  effect: "write",
  access: { scope: "owner" },
  fields: { chat_id: described(int(), "The id of the group or channel."), ...CHAT_PERIOD_FIELDS },
  result: schemas.ChatRetention,
  refusals: ["CHAT_NOT_FOUND"],
  example: {
    request: { chat_id: -1_000_000_000_001, messages_days: 0 },
    result: { messages_days: 0, is_by_service: true, effective: {} },
  },
  prepare: ({ params }) => readChatPeriods(params),
  async run({ tx, actor, now, fail }, { chat_id }, periods) {
    const chat = await lockChat(tx, chat_id);
    if (!chat || chat.type === "private") return fail("CHAT_NOT_FOUND");
    await setPeriodsByService(tx, actor.id, chat, periods, now);
    return presentChatRetention(await findRetention(tx, chat_id));
  },
});
