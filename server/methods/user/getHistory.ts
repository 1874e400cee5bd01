/** getHistory: the messages of a chat before, after or around a message. */
import type * as Wire from "@heliogram/shared/wire.ts";
import type { Chat } from "../../domain/chats.ts";
import { PAGE_CHARACTERS } from "../../present/json-page.ts";
import { ViewerContext } from "../../present/viewer-context.ts";
import type { ReadTx } from "../../store/db.ts";
import { firstMessageSince, messagesAfter, messagesBefore } from "../../store/queries/messages/history.ts";
import { streamState } from "../../store/queries/streams/streams.ts";
import { readMessagePage } from "./message-pages.ts";
import { resultWithJson } from "../engine/api-response.ts";
import { chatId, described, int, optional } from "../engine/fields.ts";
import { userMethod } from "../engine/method.ts";
import { arrayOfSchema, objectOfSchema, schemas } from "../engine/schemas.ts";

const MAX_LIMIT = 200;

interface History {
  readonly seq: number;
  readonly messages: readonly Wire.Message[];
  readonly has_older?: boolean;
  readonly has_newer?: boolean;
}

/** The part of a history that a call asks for. */
interface Part {
  readonly json: readonly string[];
  readonly has_older?: boolean;
  readonly has_newer?: boolean;
}

export const getHistory = userMethod({
  name: "getHistory",
  summary:
    "Returns messages of a chat, the oldest first; without a position, the newest ones. A page ends early when it is about 4 Mi characters long.",
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
  result: objectOfSchema(
    {
      seq: schemas.Integer,
      messages: arrayOfSchema(schemas.Message),
      has_older: {
        ...schemas.Boolean,
        description: "Whether there are messages before the first of these; absent with `after`.",
      },
      has_newer: {
        ...schemas.Boolean,
        description: "Whether there are messages after the last of these; absent with `before`.",
      },
    },
    ["has_older", "has_newer"],
  ),
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
      has_older: true,
      has_newer: false,
    },
  },
  async run({ tx, actor, chat, deps }, { before, after, around, since, limit }) {
    const count = Math.min(MAX_LIMIT, Math.max(1, limit ?? 50));
    const place = around ?? (since === undefined ? undefined : await placeSince(tx, chat.id, since));
    const context = new ViewerContext(tx, actor, deps.app.fileIds);
    const part =
      place !== undefined
        ? neighbours(context, chat, place, count)
        : after !== undefined
          ? newer(context, chat, after, count)
          : older(context, chat, before, count);
    const [{ json, ...ends }, state] = await Promise.all([part, streamState(tx, chat.id), context.chat(chat)]);
    return resultWithJson<History, "messages">("messages", json, { seq: state?.last_seq ?? 0, ...ends });
  },
});

/** The messages before one, or the newest. */
async function older(
  context: ViewerContext,
  chat: Chat,
  before: number | undefined,
  limit: number,
  characters?: number,
): Promise<Part> {
  const { json, hasMore } = await readMessagePage(context, chat, {
    limit,
    characters,
    read: (last, count) =>
      messagesBefore(context.tx, chat.id, last?.message.message_id ?? before ?? Number.MAX_SAFE_INTEGER, count),
  });
  return { json: json.toReversed(), has_older: hasMore, ...(before === undefined ? { has_newer: false } : {}) };
}

/** The messages after one. */
async function newer(
  context: ViewerContext,
  chat: Chat,
  after: number,
  limit: number,
  characters?: number,
): Promise<Part> {
  const { json, hasMore } = await readMessagePage(context, chat, {
    limit,
    characters,
    read: (last, count) => messagesAfter(context.tx, chat.id, last?.message.message_id ?? after, count),
  });
  return { json, has_newer: hasMore };
}

/** A message and those on both sides of it. Each side has half of the page. */
async function neighbours(context: ViewerContext, chat: Chat, around: number, limit: number): Promise<Part> {
  const half = Math.floor(limit / 2);
  const [earlier, later] = await Promise.all([
    older(context, chat, around, half, PAGE_CHARACTERS / 2),
    newer(context, chat, around - 1, limit - half, PAGE_CHARACTERS / 2),
  ]);
  return { ...earlier, ...later, json: [...earlier.json, ...later.json] };
}

/** The first message since a time; after the last message, the place behind it. */
async function placeSince(tx: ReadTx, chat_id: number, since: number): Promise<number> {
  return (await firstMessageSince(tx, chat_id, since)) ?? Number.MAX_SAFE_INTEGER;
}
