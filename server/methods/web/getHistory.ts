/** getHistory: a stretch of a chat, before, after or around a message. */
import type * as Wire from "@heliogram/shared/wire.ts";
import { presentMessage } from "../../present/messages.ts";
import { View } from "../../present/view.ts";
import { messagesAfter, messagesBefore } from "../../store/history.ts";
import { streamState } from "../../store/streams.ts";
import { chatId, described, int, optional } from "../fields.ts";
import { webMethod } from "../method.ts";
import { arrayOfSchema, objectOfSchema, schemas } from "../schemas.ts";

const MAX_LIMIT = 200;

export const getHistory = webMethod({
  name: "getHistory",
  summary: "Reads a chat's messages, oldest first; without a place, the newest.",
  effect: "read",
  access: { scope: "chat", rank: "public" },
  fields: {
    chat_id: chatId(),
    before: described(optional(int()), "Messages older than this message_id."),
    after: described(optional(int()), "Messages newer than this message_id."),
    around: described(optional(int()), "This message and its neighbours on both sides."),
    limit: described(optional(int()), "At most this many, 1 to 200; 50 by default."),
  },
  result: objectOfSchema({ seq: schemas.Integer, messages: arrayOfSchema(schemas.Message) }),
  codes: [400, 401, 403, 404],
  refusals: [],
  example: {
    request: { chat_id: 1002, limit: 1 },
    result: {
      seq: 4,
      messages: [
        {
          message_id: 3,
          from: { id: 1002, is_bot: false, first_name: "Bob" },
          chat: { id: 1002, type: "private", first_name: "Bob" },
          date: 1_767_225_600,
          text: "Hello",
        },
      ],
    },
  },
  async run({ tx, actor, chat, deps }, { before, after, around, limit }) {
    const count = Math.min(MAX_LIMIT, Math.max(1, limit ?? 50));
    const view = new View(tx, actor, deps.env.fileIds);
    const found =
      around !== undefined
        ? [
            ...(await messagesBefore(tx, chat.id, around, Math.floor(count / 2))).reverse(),
            ...(await messagesAfter(tx, chat.id, around - 1, Math.ceil(count / 2))),
          ]
        : after !== undefined
          ? await messagesAfter(tx, chat.id, after, count)
          : (await messagesBefore(tx, chat.id, before ?? Number.MAX_SAFE_INTEGER, count)).reverse();
    const messages: Wire.Message[] = [];
    for (const message of found) messages.push(await presentMessage(view, chat, message));
    return { seq: (await streamState(tx, chat.id))?.head ?? 0, messages };
  },
});
