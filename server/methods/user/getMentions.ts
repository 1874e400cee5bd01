/** getMentions: the unread messages of a chat that mention the person. */
import { countMentions, listMentions } from "../../store/queries/members/mentions.ts";
import { resultWithJson } from "../engine/api-response.ts";
import { userMethod } from "../engine/method.ts";
import { objectOfSchema, schemas } from "../engine/schemas.ts";
import { MARKED_FIELDS, MARKED_PAGE, readMarked, type MarkedPage } from "./marked-messages.ts";

interface Mentions extends MarkedPage {
  readonly unread_mentions: number;
}

export const getMentions = userMethod({
  name: "getMentions",
  summary:
    "Returns the unread messages that mention the person or reply to them, the oldest first. A page ends early when it is about 4 Mi characters long.",
  effect: "read",
  access: { scope: "chat", rank: "member" },
  fields: MARKED_FIELDS,
  result: objectOfSchema({ unread_mentions: schemas.Integer, ...MARKED_PAGE }),
  example: {
    request: { chat_id: -1_000_000_000_001, limit: 1 },
    result: {
      unread_mentions: 1,
      messages: [
        {
          message_id: 7,
          from: { id: 1002, is_bot: false, first_name: "Bob" },
          chat: { id: -1_000_000_000_001, type: "supergroup", title: "Team" },
          date: 1_767_225_600,
          text: "@alice are you there?",
          entities: [{ type: "mention", offset: 0, length: 6 }],
        },
      ],
      has_more: false,
    },
  },
  async run(call, params) {
    const { total, json, has_more } = await readMarked(call, params, { count: countMentions, list: listMentions });
    return resultWithJson<Mentions, "messages">("messages", json, { unread_mentions: total, has_more });
  },
});
