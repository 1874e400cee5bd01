/** listAllChats: every group and channel of the service; not what is said there. */
import type { ChatEntry } from "@heliogram/shared/administration.ts";
import { presentListedChat } from "../../present/administration.ts";
import { holdAccounts } from "../../present/held.ts";
import { View } from "../../present/view.ts";
import { chatsBelow } from "../../store/chat-list.ts";
import { described, int, optional } from "../fields.ts";
import { webMethod } from "../method.ts";
import { limitField, looksForName, pageSize, queryField } from "../paging.ts";
import { arrayOfSchema, objectOfSchema, schemas } from "../schemas.ts";

export const listAllChats = webMethod({
  name: "listAllChats",
  summary: "Lists all groups and channels, the oldest first. What is said in them stays their members'.",
  effect: "read",
  rate: "lists",
  apart: looksForName,
  access: { scope: "owner" },
  fields: {
    query: queryField(),
    after: described(optional(int()), "The id of the last chat of the page before."),
    limit: limitField(),
  },
  result: objectOfSchema({ chats: arrayOfSchema(schemas.ChatEntry) }),
  codes: [400, 401, 403],
  refusals: [],
  example: {
    request: {},
    result: {
      chats: [
        {
          id: -1_000_000_000_001,
          type: "supergroup",
          title: "Team",
          username: "team",
          member_count: 3,
          creator: { id: 1001, is_bot: false, first_name: "Alice", username: "alice" },
          created_at: 1_767_225_600,
          last_message_date: 1_767_229_200,
        },
      ],
    },
  },
  async run({ tx, actor, deps }, { query = "", after = 0, limit }) {
    const filter = { wanted: query, below: after, limit: pageSize(limit) };
    const view = new View(tx, actor, deps.env.fileIds);
    const found = await chatsBelow(tx, deps.db.words, filter);
    await holdAccounts(
      view,
      deps.db.words,
      found.map((chat) => chat.creator_id),
    );
    const chats: ChatEntry[] = [];
    for (const chat of found) chats.push(await presentListedChat(view, chat));
    return { chats };
  },
});
