/** getHistory: the messages of a chat before, after or around a message. */
import type * as Wire from "@heliogram/shared/wire.ts";
import type { Message } from "../../domain/messages.ts";
import { presentMessage } from "../../present/messages.ts";
import { preloadReferences } from "../../present/references.ts";
import { ViewerContext } from "../../present/viewer-context.ts";
import type { ReadTx } from "../../store/db.ts";
import { firstMessageSince, messagesAfter, messagesBefore } from "../../store/queries/messages/history.ts";
import { streamState } from "../../store/queries/streams/streams.ts";
import { chatId, described, int, optional } from "../engine/fields.ts";
import { userMethod } from "../engine/method.ts";
import { arrayOfSchema, objectOfSchema, schemas } from "../engine/schemas.ts";

const MAX_LIMIT = 200;

export const getHistory = userMethod({
  name: "getHistory",
  summary: "Returns messages of a chat, the oldest first; without a position, the newest ones.",
  effect: "read",
  access: { scope: "chat", rank: "public" },
  fields: {
    chat_id: chatId(),
    before: described(optional(int()), "Messages older than this message_id."),
    after: described(optional(int()), "Messages newer than this message_id."),
    around: described(optional(int()), "This message and its neighbours on both sides."),
    since: described(
      optional(int()),
      "The first message at or after this Unix time, and its neighbours on both sides.",
    ),
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
  async run({ tx, actor, chat, deps }, { before, after, around, since, limit }) {
    const count = Math.min(MAX_LIMIT, Math.max(1, limit ?? 50));
    const place = around ?? (since === undefined ? undefined : await placeSince(tx, chat.id, since));
    const context = new ViewerContext(tx, actor, deps.app.fileIds);
    const [found, state] = await Promise.all([
      place !== undefined
        ? neighbours(tx, chat.id, place, count)
        : after !== undefined
          ? messagesAfter(tx, chat.id, after, count)
          : oldestFirst(messagesBefore(tx, chat.id, before ?? Number.MAX_SAFE_INTEGER, count)),
      streamState(tx, chat.id),
      context.chat(chat),
    ]);
    await preloadReferences(context, chat, found);
    const messages: Wire.Message[] = [];
    for (const message of found) messages.push(await presentMessage(context, chat, message));
    return { seq: state?.head ?? 0, messages };
  },
});

/** A message and those on both sides of it, the oldest first. */
async function neighbours(tx: ReadTx, chat_id: number, around: number, count: number): Promise<Message[]> {
  const [earlier, later] = await Promise.all([
    oldestFirst(messagesBefore(tx, chat_id, around, Math.floor(count / 2))),
    messagesAfter(tx, chat_id, around - 1, Math.ceil(count / 2)),
  ]);
  return [...earlier, ...later];
}

/** The first message since a time; after the last message, the place behind it. */
async function placeSince(tx: ReadTx, chat_id: number, since: number): Promise<number> {
  return (await firstMessageSince(tx, chat_id, since)) ?? Number.MAX_SAFE_INTEGER;
}

async function oldestFirst(messages: Promise<Message[]>): Promise<Message[]> {
  return (await messages).reverse();
}
