/** addMember: adds a person or bot to a group or channel. */
import { addMember as add } from "../../domain/members/membership.ts";
import { lockBot } from "../../store/queries/accounts/accounts.ts";
import { chatId, userId } from "../engine/fields.ts";
import { ALL_MEMBER_REFUSALS, applyChange } from "../bot/member-changes.ts";
import { userMethod } from "../engine/method.ts";

export const addMember = userMethod({
  name: "addMember",
  summary: "Adds a person or a bot to a group or channel.",
  effect: "write",
  rate: "joins",
  access: { scope: "chat", rank: "member", target: "user_id", types: ["supergroup", "channel"] },
  fields: { chat_id: chatId(), user_id: userId() },
  refusals: [...ALL_MEMBER_REFUSALS, "BOT_JOINS_NO_GROUPS", "USER_DEACTIVATED"],
  example: { request: { chat_id: -1_000_000_000_001, user_id: 1003 }, result: true },
  async run(call, { user_id }) {
    // Locked, so that it is not deleted meanwhile.
    const bot = call.target.is_bot ? await lockBot(call.tx, user_id) : undefined;
    if (bot && bot.deleted_at !== null) return call.fail("USER_DEACTIVATED");
    if (bot && !bot.can_join_groups) return call.fail("BOT_JOINS_NO_GROUPS");
    return applyChange(call, add(call.member, call.targetMember, call.now, call.chat));
  },
});
