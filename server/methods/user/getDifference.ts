/** getDifference: the events of a chat that a client missed, or `resync` if they are no longer stored. */
import type { ChatEvent } from "@heliogram/shared/wire.ts";
import type { Chat } from "../../domain/chats.ts";
import { readJsonPage } from "../../present/json-page.ts";
import { presentChatEvent } from "../../present/chat-event.ts";
import { presentUnreadMentions } from "../../present/unread-mentions.ts";
import { ViewerContext } from "../../present/viewer-context.ts";
import { unreadOf } from "../../store/queries/members/unread.ts";
import { gatherReactions, type ChatEventRow } from "../../store/queries/streams/chat-events.ts";
import { eventsAfter, streamState, type EventRow } from "../../store/queries/streams/streams.ts";
import { resultWithJson } from "../engine/api-response.ts";
import { chatId, described, int } from "../engine/fields.ts";
import { userMethod } from "../engine/method.ts";
import { arrayOfSchema, objectOfSchema, schemas } from "../engine/schemas.ts";

const MAX_EVENTS = 100;

interface Difference {
  readonly seq: number;
  readonly resync: boolean;
  readonly events: readonly ChatEvent[];
  readonly unread_count?: number;
  readonly unread_after?: number;
}

export const getDifference = userMethod({
  name: "getDifference",
  summary:
    "Returns the events of a chat after a sequence number, at most 100 and about 4 Mi characters, and with the last ones the unread count and the message after which it counts; `resync` when they are no longer stored.",
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
    if (!state || seq < state.trimmed_seq || seq > state.last_seq)
      return { seq: state?.last_seq ?? 0, resync: true, events: [] as ChatEvent[] };
    const context = new ViewerContext(tx, actor, deps.app.fileIds);
    const presented = new Map<number, string>();
    const page = await readJsonPage<EventRow>({
      limit: MAX_EVENTS,
      read: (last, count) => eventsAfter(tx, chat.id, last?.seq ?? seq, count),
      // Side by side, so that a database that is elsewhere is asked once for the events of a slice.
      prepare: async (rows) => {
        presented.clear();
        const events = gatherReactions(rows);
        const texts = await Promise.all(events.map((event) => eventJson(context, chat, event, now)));
        for (const [i, event] of events.entries()) presented.set(event.seq, texts[i]!);
      },
      // Of changes of reactions that follow one another, the last one stands for all.
      present: ({ seq: row_seq }) => presented.get(row_seq) ?? "",
    });
    const count = page.hasMore ? {} : await unreadOf(tx, chat.id, actor.id);
    const json = page.json.filter((text) => text !== "");
    return resultWithJson<Difference, "events">("events", json, { seq: state.last_seq, resync: false, ...count });
  },
});

async function eventJson(context: ViewerContext, chat: Chat, event: ChatEventRow, now_s: number): Promise<string> {
  const [shown, mentions] = await Promise.all([
    presentChatEvent(context, chat, event, now_s),
    presentUnreadMentions(context, chat, event),
  ]);
  return JSON.stringify({ ...shown, ...mentions });
}
