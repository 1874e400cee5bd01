/** transferOwnership: transfers a chat to another owner (behaviour.md §3, note 4). */
import { ownsTooManyChats } from "../../app/chats/owned-chats.ts";
import { changeMember } from "../../app/members/change-member.ts";
import { accepted } from "../../domain/members/outcome.ts";
import { transferOwnership as transfer } from "../../domain/members/ownership.ts";
import { chatId, userId } from "../engine/fields.ts";
import { ALL_MEMBER_REFUSALS } from "../bot/member-changes.ts";
import { userMethod } from "../engine/method.ts";

export const transferOwnership = userMethod({
  name: "transferOwnership",
  summary: "Transfers the chat to another member; the former owner stays an administrator.",
  effect: "write",
  access: { scope: "chat", rank: "member", target: "user_id", types: ["supergroup", "channel"] },
  fields: { chat_id: chatId(), user_id: userId() },
  refusals: [...ALL_MEMBER_REFUSALS, "BOT_OWNS_NOTHING", "OWNER_OF_TOO_MANY_CHATS"],
  example: { request: { chat_id: -1_000_000_000_001, user_id: 1002 }, result: true },
  async run({ tx, deps, chat, actor, member, target, targetMember, now, fail }) {
    // The caller's right is checked before the target.
    if (target.is_bot && member.status === "creator") return fail("BOT_OWNS_NOTHING");
    const outcome = transfer(member, targetMember, now, chat);
    if (!outcome.ok) return fail(outcome.refusal, chat.type);
    const by = { account: actor, member };
    const to = { chat, by, target, before: targetMember, change: accepted(targetMember, outcome.to) };
    await changeMember(tx, deps.app, { ...to, change: { ...to.change, promoterReplacement: null } }, now);
    if (await ownsTooManyChats(tx, target.id, deps.settings.chats_per_person)) return fail("OWNER_OF_TOO_MANY_CHATS");
    const from = { chat, by, target: actor, before: member, change: accepted(member, outcome.from) };
    await changeMember(tx, deps.app, { ...from, change: { ...from.change, promoterReplacement: null } }, now);
    return true;
  },
});
