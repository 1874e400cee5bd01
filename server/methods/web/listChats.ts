/** listChats: everything in a person's list, the newest first. */
import { presentPinnedChats } from "../../present/account-event.ts";
import { presentChatRow, type ChatRow } from "../../present/chat-list.ts";
import { View } from "../../present/view.ts";
import { listSeats } from "../../store/chat-settings.ts";
import { findChat } from "../../store/chats.ts";
import { streamState } from "../../store/streams.ts";
import { webMethod } from "../method.ts";
import { arrayOfSchema, objectOfSchema, schemas } from "../schemas.ts";

export const listChats = webMethod({
  name: "listChats",
  summary:
    "Lists the person's chats with their last message, what is unread, the person's settings, and what they may do there.",
  effect: "read",
  rate: "chat_lists",
  access: { scope: "self" },
  fields: {},
  result: objectOfSchema({
    seq: schemas.Integer,
    chats: arrayOfSchema(schemas.ChatRow),
    pinned_chats: arrayOfSchema(schemas.Integer),
  }),
  codes: [401],
  refusals: [],
  example: {
    request: {},
    result: {
      seq: 3,
      chats: [
        {
          chat: { id: 1002, type: "private", first_name: "Bob" },
          seq: 1,
          read_up_to: 0,
          unread_count: 1,
          unread_mentions: 0,
          settings: { is_archived: false, is_marked_unread: false, draft: { text: "See you", date: 1_767_225_600 } },
          member_count: 2,
        },
      ],
      pinned_chats: [1002],
    },
  },
  async run({ tx, actor, deps, now }) {
    const view = new View(tx, actor, deps.env.fileIds);
    const rows: ChatRow[] = [];
    for (const seat of await listSeats(tx, actor.id)) {
      const chat = await findChat(tx, seat.chat_id);
      if (chat) rows.push(await presentChatRow(view, chat, seat, now));
    }
    rows.sort((a, b) => dateOf(b) - dateOf(a));
    return {
      seq: (await streamState(tx, actor.id))?.head ?? 0,
      chats: rows,
      pinned_chats: await presentPinnedChats(view),
    };
  },
});

function dateOf(row: ChatRow): number {
  return row.last_message?.date ?? 0;
}
