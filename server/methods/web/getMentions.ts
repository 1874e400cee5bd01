/** getMentions: the unread messages of a chat that are meant for the person. */
import type * as Wire from "@heliogram/shared/wire.ts";
import { presentMessage } from "../../present/messages.ts";
import { View } from "../../present/view.ts";
import { countMentions, listMentions } from "../../store/mentions.ts";
import { findMessage } from "../../store/messages.ts";
import { chatId, described, int, optional } from "../fields.ts";
import { webMethod } from "../method.ts";
import { arrayOfSchema, objectOfSchema, schemas } from "../schemas.ts";

const MAX_LIMIT = 100;

export const getMentions = webMethod({
  name: "getMentions",
  summary: "Reads the messages that mention the person or answer them, and that they have not read, the oldest first.",
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
    const view = new View(tx, actor, deps.env.fileIds);
    const messages: Wire.Message[] = [];
    for (const id of await listMentions(tx, actor.id, chat.id, after ?? 0, most)) {
      const message = await findMessage(tx, chat.id, id);
      if (message) messages.push(await presentMessage(view, chat, message));
    }
    return { unread_mentions: await countMentions(tx, actor.id, chat.id), messages };
  },
});
