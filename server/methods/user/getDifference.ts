/** getDifference: the events of a chat that a client missed, or `resync` if they are no longer stored. */
import type { ChatEvent } from "@heliogram/shared/frames.ts";
import { presentChatEvent } from "../../present/chat-event.ts";
import { presentUnreadMentions } from "../../present/unread-mentions.ts";
import { ViewerContext } from "../../present/viewer-context.ts";
import { unreadOf } from "../../store/queries/members/unread.ts";
import { eventsAfter, streamState } from "../../store/queries/streams/streams.ts";
import { chatId, described, int } from "../engine/fields.ts";
import { userMethod } from "../engine/method.ts";
import { arrayOfSchema, objectOfSchema, schemas } from "../engine/schemas.ts";

const MAX_EVENTS = 100;

export const getDifference = userMethod({
  name: "getDifference",
  summary:
    "Returns the events of a chat after a sequence number, and with the last ones the unread count and the message after which it counts; `resync` when they are no longer stored.",
  effect: "read",
  access: { scope: "chat", rank: "member" },
  fields: { chat_id: chatId(), seq: described(int(), "The last sequence number the client has seen.") },
  result: objectOfSchema(
    {
      seq: schemas.Integer,
      resync: schemas.Boolean,
      events: arrayOfSchema(schemas.ChatEvent),
      unread_count: schemas.Integer,
      unread_after: schemas.Integer,
    },
    ["unread_count", "unread_after"],
  ),
  codes: [400, 401, 403, 404],
  refusals: [],
  example: {
    request: { chat_id: 1002, seq: 3 },
    result: {
      seq: 4,
      resync: false,
      events: [{ seq: 4, kind: "delete", message_id: 2 }],
      unread_count: 1,
      unread_after: 2,
    },
  },
  async run({ tx, actor, chat, deps, now }, { seq }) {
    const state = await streamState(tx, chat.id);
    if (!state || seq < state.tail || seq > state.head)
      return { seq: state?.head ?? 0, resync: true, events: [] as ChatEvent[] };
    const context = new ViewerContext(tx, actor, deps.app.fileIds);
    const rows = await eventsAfter(tx, chat.id, seq, MAX_EVENTS);
    const events = await Promise.all(
      rows.map(async (event): Promise<ChatEvent> => {
        const [shown, mentions] = await Promise.all([
          presentChatEvent(context, chat, event, now),
          presentUnreadMentions(context, chat, event),
        ]);
        return { ...shown, ...mentions };
      }),
    );
    const isLast = (events.at(-1)?.seq ?? state.head) >= state.head;
    const count = isLast ? await unreadOf(tx, chat.id, actor.id) : {};
    return { seq: state.head, resync: false, events, ...count };
  },
});
