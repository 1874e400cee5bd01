/** searchMessages: messages of one chat, or of all the person's chats, that have certain words in them. */
import type * as Wire from "@heliogram/shared/wire.ts";
import type { Chat } from "../../domain/chats.ts";
import { presentMessage } from "../../present/messages.ts";
import { View } from "../../present/view.ts";
import { findChat } from "../../store/chats.ts";
import { searchChat, seatsOf } from "../../store/history.ts";
import { chatId, described, int, optional, text } from "../fields.ts";
import { admit } from "../gate.ts";
import { webMethod } from "../method.ts";
import { arrayOfSchema, objectOfSchema, schemas } from "../schemas.ts";

const MAX_LIMIT = 100;

export const searchMessages = webMethod({
  name: "searchMessages",
  summary: "Searches texts and captions, in one chat or in all of the person's, the newest first.",
  effect: "read",
  rate: "message_searches",
  access: { scope: "self" },
  fields: {
    query: text({ max: 256 }),
    chat_id: described(optional(chatId()), "Only this chat."),
    before: described(optional(int()), "Only messages older than this message_id; for the next page of one chat."),
    limit: described(optional(int()), "At most this many, 1 to 100; 50 by default."),
  },
  result: objectOfSchema({ messages: arrayOfSchema(schemas.Message) }),
  codes: [400, 401, 403, 404],
  refusals: [],
  example: { request: { query: "lunch" }, result: { messages: [] } },
  async run({ tx, actor, deps, now }, { query, chat_id, before, limit }) {
    const most = Math.min(MAX_LIMIT, Math.max(1, limit ?? 50));
    const chats: Chat[] = [];
    if (chat_id !== undefined) {
      const access = { scope: "chat", rank: "public" } as const;
      chats.push((await admit(tx, undefined, actor, access, { chat_id }, now)).chat);
    } else {
      for (const seat of await seatsOf(tx, actor.id)) chats.push((await findChat(tx, seat.chat_id))!);
    }
    const view = new View(tx, actor, deps.env.fileIds);
    const found: { date: number; shown: Wire.Message }[] = [];
    for (const chat of chats) {
      const place = before ?? Number.MAX_SAFE_INTEGER;
      for (const message of await searchChat(tx, deps.db.words, chat.id, query, place, most)) {
        found.push({ date: message.date, shown: await presentMessage(view, chat, message, false) });
      }
    }
    found.sort((a, b) => b.date - a.date);
    return { messages: found.slice(0, most).map((each) => each.shown) };
  },
});
