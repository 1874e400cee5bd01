/** getMentions: the unread messages of a chat that mention the person. */
import type * as Wire from "@heliogram/shared/wire.ts";
import { ViewerContext } from "../../present/viewer-context.ts";
import { countMentions, listMentions } from "../../store/queries/members/mentions.ts";
import { readMessagesOf } from "./message-pages.ts";
import { resultWithJson } from "../engine/api-response.ts";
import { chatId, described, int, optional } from "../engine/fields.ts";
import { userMethod } from "../engine/method.ts";
import { arrayOfSchema, objectOfSchema, schemas } from "../engine/schemas.ts";

const MAX_LIMIT = 100;

interface Mentions {
  readonly unread_mentions: number;
  readonly messages: readonly Wire.Message[];
  readonly has_more: boolean;
}

export const getMentions = userMethod({
  name: "getMentions",
  summary:
    "Returns the unread messages that mention the person or reply to them, the oldest first. A page ends early when it is about 4 Mi characters long.",
  effect: "read",
  access: { scope: "chat", rank: "member" },
  fields: {
    chat_id: chatId(),
    after: described(optional(int()), "Only messages newer than this message_id."),
    limit: described(optional(int()), "At most this many, 1 to 100; 20 by default."),
  },
  result: objectOfSchema({
    unread_mentions: schemas.Integer,
    messages: arrayOfSchema(schemas.Message),
    has_more: { ...schemas.Boolean, description: "Whether there are more after the last of these." },
  }),
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
  async run({ tx, actor, chat, deps }, { after, limit }) {
    const most = Math.min(MAX_LIMIT, Math.max(1, limit ?? 20));
    const context = new ViewerContext(tx, actor, deps.app.fileIds);
    const [ids, unread_mentions] = await Promise.all([
      listMentions(tx, actor.id, chat.id, after ?? 0, most + 1),
      countMentions(tx, actor.id, chat.id),
    ]);
    const { json, hasMore } = await readMessagesOf(context, chat, ids, { limit: most });
    return resultWithJson<Mentions, "messages">("messages", json, { unread_mentions, has_more: hasMore });
  },
});
