/** getMentions: the unread messages of a chat that mention the person. */
import type * as Wire from "@heliogram/shared/wire.ts";
import { presentMessage } from "../../present/messages.ts";
import { ViewerContext } from "../../present/viewer-context.ts";
import { countMentions, listMentions } from "../../store/queries/members/mentions.ts";
import { findMessage } from "../../store/queries/messages/messages.ts";
import { chatId, described, int, optional } from "../engine/fields.ts";
import { userMethod } from "../engine/method.ts";
import { arrayOfSchema, objectOfSchema, schemas } from "../engine/schemas.ts";

const MAX_LIMIT = 100;

export const getMentions = userMethod({
  name: "getMentions",
  summary: "Returns the unread messages that mention the person or reply to them, the oldest first.",
  effect: "read",
  access: { scope: "chat", rank: "member" },
  fields: {
    chat_id: chatId(),
    after: described(optional(int()), "Only messages newer than this message_id."),
    limit: described(optional(int()), "At most this many, 1 to 100; 20 by default."),
  },
  result: objectOfSchema({ unread_mentions: schemas.Integer, messages: arrayOfSchema(schemas.Message) }),
  codes: [400, 401, 403, 404],
  refusals: [],
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
    },
  },
  async run({ tx, actor, chat, deps }, { after, limit }) {
    const most = Math.min(MAX_LIMIT, Math.max(1, limit ?? 20));
    const context = new ViewerContext(tx, actor, deps.app.fileIds);
    const messages: Wire.Message[] = [];
    for (const id of await listMentions(tx, actor.id, chat.id, after ?? 0, most)) {
      const message = await findMessage(tx, chat.id, id);
      if (message) messages.push(await presentMessage(context, chat, message));
    }
    return { unread_mentions: await countMentions(tx, actor.id, chat.id), messages };
  },
});
