/** getUnreadReactions: the person's messages of a chat with reactions that they have not seen. */
import { countUnseen, listUnseen } from "../../store/queries/messages/reactions.ts";
import { resultWithJson } from "../engine/api-response.ts";
import { userMethod } from "../engine/method.ts";
import { objectOfSchema, schemas } from "../engine/schemas.ts";
import { MARKED_FIELDS, MARKED_PAGE, readMarked, type MarkedPage } from "./marked-messages.ts";

interface UnreadReactions extends MarkedPage {
  readonly unread_reactions: number;
}

export const getUnreadReactions = userMethod({
  name: "getUnreadReactions",
  summary:
    "Returns the person's messages with reactions that they have not seen, the oldest first. A page ends early when it is about 4 Mi characters long.",
  effect: "read",
  access: { scope: "chat", rank: "member" },
  fields: MARKED_FIELDS,
  result: objectOfSchema({ unread_reactions: schemas.Integer, ...MARKED_PAGE }),
  example: {
    request: { chat_id: -1_000_000_000_001, limit: 1 },
    result: {
      unread_reactions: 1,
      messages: [
        {
          message_id: 7,
          from: { id: 1001, is_bot: false, first_name: "Alice" },
          chat: { id: -1_000_000_000_001, type: "supergroup", title: "Team" },
          date: 1_767_225_600,
          text: "Shall we?",
          reactions: [{ type: { type: "emoji", emoji: "👍" }, total_count: 2 }],
        },
      ],
      has_more: false,
    },
  },
  async run(call, params) {
    const { total, json, has_more } = await readMarked(call, params, { count: countUnseen, list: listUnseen });
    return resultWithJson<UnreadReactions, "messages">("messages", json, { unread_reactions: total, has_more });
  },
});
