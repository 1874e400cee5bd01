/** getPinnedMessages: the pinned messages of a chat. */
import type * as Wire from "@heliogram/shared/wire.ts";
import { ViewerContext } from "../../present/viewer-context.ts";
import { pinnedMessages } from "../../store/queries/messages/pins.ts";
import { pinnedInTopic } from "../../store/queries/messages/topics.ts";
import { topicId } from "../messages/topics.ts";
import { readMessagesOf } from "./message-pages.ts";
import { listOfJson } from "../engine/api-response.ts";
import { chatId, described, optional } from "../engine/fields.ts";
import { userMethod } from "../engine/method.ts";
import { arrayOfSchema, schemas } from "../engine/schemas.ts";

/** The largest number of pinned messages returned, those pinned last. */
const MAX_PINNED_MESSAGES = 100;

export const getPinnedMessages = userMethod({
  name: "getPinnedMessages",
  summary: `Returns the pinned messages of a chat, the one pinned last first, at most ${MAX_PINNED_MESSAGES}, and fewer where they have more than about 4 Mi characters.`,
  effect: "read",
  access: { scope: "chat", rank: "public" },
  fields: { chat_id: chatId(), message_thread_id: described(optional(topicId()), "Only those of this topic.") },
  result: arrayOfSchema(schemas.Message),
  example: {
    request: { chat_id: -1_000_000_000_001 },
    result: [
      {
        message_id: 4,
        from: { id: 1002, is_bot: false, first_name: "Bob" },
        chat: { id: -1_000_000_000_001, type: "supergroup", title: "Team" },
        date: 1_767_225_600,
        text: "We meet at ten",
      },
    ],
  },
  async run({ tx, actor, chat, deps }, { message_thread_id }) {
    const context = new ViewerContext(tx, actor, deps.app.fileIds);
    const ids =
      message_thread_id === undefined
        ? await pinnedMessages(tx, chat.id, MAX_PINNED_MESSAGES)
        : await pinnedInTopic(tx, chat.id, message_thread_id, MAX_PINNED_MESSAGES);
    const { json } = await readMessagesOf(context, chat, ids, { limit: MAX_PINNED_MESSAGES, withReply: false });
    return listOfJson<Wire.Message>(json.join(","));
  },
});
