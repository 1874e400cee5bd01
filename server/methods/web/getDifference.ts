/** getDifference: what a client missed of a chat, or the word that it must read the chat anew. */
import type { ChatEvent } from "@heliogram/shared/frames.ts";
import { presentChatEvent } from "../../present/chat-event.ts";
import { presentUnreadMentions } from "../../present/unread-mentions.ts";
import { View } from "../../present/view.ts";
import { unreadOf } from "../../store/unread.ts";
import { eventsAfter, streamState } from "../../store/streams.ts";
import { chatId, described, int } from "../fields.ts";
import { webMethod } from "../method.ts";
import { arrayOfSchema, objectOfSchema, schemas } from "../schemas.ts";

const MAX_EVENTS = 100;

export const getDifference = webMethod({
  name: "getDifference",
  summary:
    "Reads the next events of a chat after a sequence number, and with its last ones how much is unread, and after which message; `resync` when they are no longer kept.",
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
    const view = new View(tx, actor, deps.env.fileIds);
    const events: ChatEvent[] = [];
    for (const event of await eventsAfter(tx, chat.id, seq, MAX_EVENTS)) {
      const shown = await presentChatEvent(view, chat, event, now);
      events.push({ ...shown, ...(await presentUnreadMentions(view, chat, event)) });
    }
    const isLast = (events.at(-1)?.seq ?? state.head) >= state.head;
    const count = isLast ? await unreadOf(tx, chat.id, actor.id) : {};
    return { seq: state.head, resync: false, events, ...count };
  },
});
