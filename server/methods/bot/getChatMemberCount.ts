/** getChatMemberCount: the number of members of a chat. */
import { chatId } from "../engine/fields.ts";
import { botMethod } from "../engine/method.ts";
import { schemas } from "../engine/schemas.ts";

export const getChatMemberCount = botMethod({
  name: "getChatMemberCount",
  aliases: ["getChatMembersCount"],
  summary: "Returns the number of members of a chat.",
  effect: "read",
  access: { scope: "chat", rank: "public" },
  fields: { chat_id: chatId() },
  result: schemas.Integer,
  example: { request: { chat_id: -1_000_000_000_001 }, result: 4 },
  run: async ({ chat }) => chat.member_count,
});
