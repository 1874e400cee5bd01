/** setChatRetention: the owner of a chat sets how long it keeps its messages. */
import { findRetention, setPeriodsByOwner } from "../../app/retention/change-retention.ts";
import { ownershipRefusal } from "../../domain/members/ownership.ts";
import { ALL_MEMBER_REFUSALS } from "../bot/member-changes.ts";
import { chatId } from "../engine/fields.ts";
import { userMethod } from "../engine/method.ts";
import { schemas } from "../engine/schemas.ts";
import { CHAT_PERIOD_FIELDS, presentChatRetention, readChatPeriods } from "./retention-fields.ts";

export const setChatRetention = userMethod({
  name: "setChatRetention",
  summary:
    "Sets after how many days messages of a group or channel are deleted, within the bounds of the service (getChatRetention). Only its owner may.",
  effect: "write",
  access: { scope: "chat", rank: "member", types: ["supergroup", "channel"] },
  fields: { chat_id: chatId(), ...CHAT_PERIOD_FIELDS },
  result: schemas.ChatRetention,
  refusals: [...ALL_MEMBER_REFUSALS, "RETENTION_OUT_OF_BOUNDS", "RETENTION_NOT_CHOSEN"],
  example: {
    request: { chat_id: -1_000_000_000_001, messages_days: 30 },
    result: { messages_days: 30, is_by_service: false, effective: { messages_days: 30 }, bounds: { min_days: 7 } },
  },
  prepare: ({ params }) => readChatPeriods(params),
  async run({ tx, chat, member, actor, now, fail }, _params, periods) {
    const lacks = ownershipRefusal(member, now, chat);
    if (lacks !== null) return fail(lacks, chat.type);
    const refusal = await setPeriodsByOwner(tx, actor.id, chat, periods, now);
    return refusal ? fail(refusal) : presentChatRetention(await findRetention(tx, chat.id));
  },
});
