/** listTopics: the topics of a chat, as the person sees them. */
import { creatingRefusal } from "../../domain/topics.ts";
import { presentTopicRows } from "../../present/topics.ts";
import { ViewerContext } from "../../present/viewer-context.ts";
import { topicsBefore, topicsOf } from "../../store/queries/messages/topic-list.ts";
import { streamState } from "../../store/queries/streams/streams.ts";
import { arrayOf, chatId, described, int, messageId, optional } from "../engine/fields.ts";
import { botOfChat } from "../messages/bot-of-chat.ts";
import { userMethod } from "../engine/method.ts";
import { arrayOfSchema, objectOfSchema, schemas } from "../engine/schemas.ts";

const MAX_LIMIT = 100;
const USUAL_LIMIT = 50;

export const listTopics = userMethod({
  name: "listTopics",
  summary: "Lists the topics of a chat, the one with the newest message first, with the person's unread counts.",
  effect: "read",
  access: { scope: "chat", rank: "public" },
  fields: {
    chat_id: chatId(),
    before: described(optional(int()), "Only topics with a lower `position`; for the next page."),
    limit: described(optional(int()), `At most this many, 1 to ${MAX_LIMIT}; ${USUAL_LIMIT} by default.`),
    message_thread_ids: described(
      optional(arrayOf(messageId(), { max: MAX_LIMIT })),
      `Only these topics, at most ${MAX_LIMIT}; without paging.`,
    ),
  },
  result: objectOfSchema({
    seq: {
      ...schemas.Integer,
      description: "The rows are as they were after this event of the person's own stream, or newer.",
    },
    topics: arrayOfSchema(schemas.TopicRow),
    has_more: { ...schemas.Boolean, description: "Whether there are further topics." },
    can_create: {
      type: ["string", "null"],
      description: "The refusal of `createForumTopic`, or null if the person may create topics.",
    },
  }),
  example: {
    request: { chat_id: -1_000_000_000_001, limit: 1 },
    result: {
      seq: 3,
      topics: [
        {
          topic: {
            message_thread_id: 12,
            name: "Release",
            icon_color: 7_322_096,
            creator_id: 1002,
            date: 1_767_225_600,
          },
          position: 12,
          read_up_to: 11,
          unread_count: 1,
          unread_mentions: 0,
          can_manage: "CANT_MANAGE_TOPICS",
          can_send: null,
        },
      ],
      has_more: true,
      can_create: null,
    },
  },
  async run({ tx, actor, chat, member, deps, now }, { before, limit, message_thread_ids }) {
    const most = Math.min(MAX_LIMIT, Math.max(1, limit ?? USUAL_LIMIT));
    const context = new ViewerContext(tx, actor, deps.app.fileIds);
    const seq = (await streamState(tx, actor.id))?.last_seq ?? 0;
    const found =
      message_thread_ids === undefined
        ? await topicsBefore(tx, actor.id, chat.id, before ?? Number.MAX_SAFE_INTEGER, most + 1)
        : await topicsOf(tx, actor.id, chat.id, message_thread_ids);
    const has_more = message_thread_ids === undefined && found.length > most;
    const topics = await presentTopicRows(context, chat, member, has_more ? found.slice(0, most) : found, now);
    const can_create = creatingRefusal(member, chat, await botOfChat(tx, chat, actor), now);
    return { seq, topics, has_more, can_create };
  },
});
