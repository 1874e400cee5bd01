/** getHistory: the messages of a chat before, after or around a message. */
import type * as Wire from "@heliogram/shared/wire.ts";
import type { Chat } from "../../domain/chats.ts";
import type { Topic } from "../../domain/topics.ts";
import { PAGE_CHARACTERS } from "../../present/json-page.ts";
import { ViewerContext } from "../../present/viewer-context.ts";
import type { ReadTx } from "../../store/db.ts";
import {
  firstMessageSince,
  messagesAfter,
  messagesBefore,
  type StoredMessage,
} from "../../store/queries/messages/history.ts";
import { topicMessagesAfter, topicMessagesBefore } from "../../store/queries/messages/topics.ts";
import { streamState } from "../../store/queries/streams/streams.ts";
import { readMessagePage } from "./message-pages.ts";
import { resultWithJson } from "../engine/api-response.ts";
import { chatId, described, int, optional } from "../engine/fields.ts";
import { requireTopic, TOPIC_REFUSALS, topicId } from "../messages/topics.ts";
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
    message_thread_id: described(optional(topicId()), "Only messages of this topic."),
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
  refusals: TOPIC_REFUSALS,
  async run(call, { message_thread_id, before, after, around, since, limit }) {
    const { tx, actor, chat, deps } = call;
    const count = Math.min(MAX_LIMIT, Math.max(1, limit ?? 50));
    const place = around ?? (since === undefined ? undefined : await placeSince(tx, chat.id, since));
    const context = new ViewerContext(tx, actor, deps.app.fileIds);
    const source =
      message_thread_id === undefined
        ? sourceOf(context, chat)
        : topicSource(context, chat, await requireTopic(call, message_thread_id));
    const part =
      place !== undefined
        ? neighbours(source, place, count)
        : after !== undefined
          ? newer(source, after, count)
          : older(source, before, count);
    const [{ json, ...ends }, state] = await Promise.all([part, streamState(tx, chat.id), context.chat(chat)]);
    return resultWithJson<History, "messages">("messages", json, { seq: state?.last_seq ?? 0, ...ends });
  },
});

/** Where a history is read: a chat, or a topic of it. */
interface Source {
  readonly context: ViewerContext;
  readonly chat: Chat;
  readonly before: (message_id: number, count: number) => Promise<StoredMessage[]>;
  readonly after: (message_id: number, count: number) => Promise<StoredMessage[]>;
}

function sourceOf(context: ViewerContext, chat: Chat): Source {
  return {
    context,
    chat,
    before: (message_id, count) => messagesBefore(context.tx, chat.id, message_id, count),
    after: (message_id, count) => messagesAfter(context.tx, chat.id, message_id, count),
  };
}

function topicSource(context: ViewerContext, chat: Chat, topic: Topic): Source {
  return {
    context,
    chat,
    before: (message_id, count) => topicMessagesBefore(context.tx, topic, message_id, count),
    after: (message_id, count) => topicMessagesAfter(context.tx, topic, message_id, count),
  };
}

/** The messages before one, or the newest. */
async function older(source: Source, before: number | undefined, limit: number, characters?: number): Promise<Part> {
  const { json, hasMore } = await readMessagePage(source.context, source.chat, {
    limit,
    characters,
    read: (last, count) => source.before(last?.message.message_id ?? before ?? Number.MAX_SAFE_INTEGER, count),
  });
  return { json: json.toReversed(), has_older: hasMore, ...(before === undefined ? { has_newer: false } : {}) };
}

/** The messages after one. */
async function newer(source: Source, after: number, limit: number, characters?: number): Promise<Part> {
  const { json, hasMore } = await readMessagePage(source.context, source.chat, {
    limit,
    characters,
    read: (last, count) => source.after(last?.message.message_id ?? after, count),
  });
  return { json, has_newer: hasMore };
}

/** A message and those on both sides of it. Each side has half of the page. */
async function neighbours(source: Source, around: number, limit: number): Promise<Part> {
  const half = Math.floor(limit / 2);
  const [earlier, later] = await Promise.all([
    older(source, around, half, PAGE_CHARACTERS / 2),
    newer(source, around - 1, limit - half, PAGE_CHARACTERS / 2),
  ]);
  return { ...earlier, ...later, json: [...earlier.json, ...later.json] };
}

/** The first message since a time; after the last message, the place behind it. */
async function placeSince(tx: ReadTx, chat_id: number, since: number): Promise<number> {
  return (await firstMessageSince(tx, chat_id, since)) ?? Number.MAX_SAFE_INTEGER;
}
