/** addMembers: adds several people and bots to a group or channel at once. */
import { MAX_ADDED_MEMBERS } from "@heliogram/shared/limits.ts";
import { addMembers as add } from "../../app/members/add-members.ts";
import { abilityRefusal } from "../../domain/members/abilities.ts";
import { arrayOf, described, chatId, userId } from "../engine/fields.ts";
import { ALL_MEMBER_REFUSALS } from "../bot/member-changes.ts";
import { userMethod } from "../engine/method.ts";
import { arrayOfSchema, objectOfSchema, schemas } from "../engine/schemas.ts";

export const addMembers = userMethod({
  name: "addMembers",
  summary: `Adds up to ${MAX_ADDED_MEMBERS} people and bots to a group or channel, with one service message about all of them. Who is refused does not keep the others out.`,
  effect: "write",
  rate: "joins",
  rateCount: ({ user_ids }) => Math.max(1, user_ids.length),
  access: { scope: "chat", rank: "member", types: ["supergroup", "channel"] },
  fields: {
    chat_id: chatId(),
    user_ids: described(
      arrayOf(userId(), { max: MAX_ADDED_MEMBERS }),
      "Their ids. Who is in the chat already stays in it.",
    ),
  },
  result: objectOfSchema({
    added: arrayOfSchema(schemas.Integer),
    refused: arrayOfSchema(objectOfSchema({ user_id: schemas.Integer, reason: schemas.String })),
  }),
  refusals: ALL_MEMBER_REFUSALS,
  example: {
    request: { chat_id: -1_000_000_000_001, user_ids: [1002, 1003] },
    result: { added: [1002], refused: [{ user_id: 1003, reason: "USER_KICKED" }] },
  },
  async run({ tx, deps, chat, member, actor, now, fail }, { user_ids }) {
    const lacks = abilityRefusal(member, "invite_users", chat, now);
    if (lacks !== null) return fail(lacks, chat.type);
    const { added, refused } = await add(tx, deps.app, chat, { account: actor, member }, user_ids, now);
    return { added, refused: refused.map(({ user_id, refusal }) => ({ user_id, reason: refusal })) };
  },
});
