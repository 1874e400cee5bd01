/** getMentions: the unread messages of a chat that mention the person. */
import type { Topic } from "../../domain/topics.ts";
import type { ReadTx } from "../../store/db.ts";
import {
  countMentions,
  countMentionsInTopic,
  listMentions,
  listMentionsInTopic,
} from "../../store/queries/members/mentions.ts";
import { resultWithJson } from "../engine/api-response.ts";
import { described, int, optional } from "../engine/fields.ts";
import { userMethod } from "../engine/method.ts";
import { objectOfSchema, schemas } from "../engine/schemas.ts";
import { MARKED_FIELDS, MARKED_PAGE, readMarked, type MarkedPage } from "./marked-messages.ts";

interface Mentions extends MarkedPage {
  readonly unread_mentions: number;
}

const ALL = { count: countMentions, list: listMentions };

function inTopic(topic: Pick<Topic, "chat_id" | "thread_id">) {
  return {
    count: (tx: ReadTx, account_id: number) => countMentionsInTopic(tx, account_id, topic),
    list: (tx: ReadTx, account_id: number, _chat_id: number, after: number, limit: number) =>
      listMentionsInTopic(tx, account_id, topic, after, limit),
  };
}

export const getMentions = userMethod({
  name: "getMentions",
  summary:
    "Returns the unread messages that mention the person or reply to them, the oldest first. A page ends early when it is about 4 Mi characters long.",
  effect: "read",
  access: { scope: "chat", rank: "member" },
  fields: {
    ...MARKED_FIELDS,
    message_thread_id: described(optional(int()), "Only in this topic; General is 1."),
  },
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
    const { message_thread_id } = params;
    const marks =
      message_thread_id === undefined ? ALL : inTopic({ chat_id: call.chat.id, thread_id: message_thread_id });
    const { total, json, has_more } = await readMarked(call, params, marks);
    return resultWithJson<Mentions, "messages">("messages", json, { unread_mentions: total, has_more });
  },
});
