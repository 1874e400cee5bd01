/** getUnreadReactions: the person's messages of a chat with reactions that they have not seen. */
import type * as Wire from "@heliogram/shared/wire.ts";
import { ViewerContext } from "../../present/viewer-context.ts";
import { countUnseen, listUnseen } from "../../store/queries/messages/reactions.ts";
import { readMessagesOf } from "./message-pages.ts";
import { resultWithJson } from "../engine/api-response.ts";
import { chatId, described, int, optional } from "../engine/fields.ts";
import { userMethod } from "../engine/method.ts";
import { arrayOfSchema, objectOfSchema, schemas } from "../engine/schemas.ts";

const MAX_LIMIT = 100;

interface UnreadReactions {
  readonly unread_reactions: number;
  readonly messages: readonly Wire.Message[];
  readonly has_more: boolean;
}

export const getUnreadReactions = userMethod({
  name: "getUnreadReactions",
  summary:
    "Returns the person's messages with reactions that they have not seen, the oldest first. A page ends early when it is about 4 Mi characters long.",
  effect: "read",
  access: { scope: "chat", rank: "member" },
  fields: {
    chat_id: chatId(),
    after: described(optional(int()), "Only messages newer than this message_id."),
    limit: described(optional(int()), "At most this many, 1 to 100; 20 by default."),
  },
  result: objectOfSchema({
    unread_reactions: schemas.Integer,
    messages: arrayOfSchema(schemas.Message),
    has_more: { ...schemas.Boolean, description: "Whether there are more after the last of these." },
  }),
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
  async run({ tx, actor, chat, deps }, { after, limit }) {
    const most = Math.min(MAX_LIMIT, Math.max(1, limit ?? 20));
    const context = new ViewerContext(tx, actor, deps.app.fileIds);
    const [ids, unread_reactions] = await Promise.all([
      listUnseen(tx, actor.id, chat.id, after ?? 0, most + 1),
      countUnseen(tx, actor.id, chat.id),
    ]);
    const { json, hasMore } = await readMessagesOf(context, chat, ids, { limit: most });
    return resultWithJson<UnreadReactions, "messages">("messages", json, { unread_reactions, has_more: hasMore });
  },
});
