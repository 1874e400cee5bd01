/** listAllChats: all groups and channels of the service, without their messages, for its owners. */
import type { ChatEntry } from "@heliogram/shared/wire.ts";
import { presentListedChat } from "../../present/administration.ts";
import { preloadAccounts } from "../../present/preload-accounts.ts";
import { ViewerContext } from "../../present/viewer-context.ts";
import { chatsBelow } from "../../store/queries/chats/group-list.ts";
import { described, int, optional } from "../engine/fields.ts";
import { userMethod } from "../engine/method.ts";
import { limitField, isNameSearch, pageSize, queryField } from "../engine/page-fields.ts";
import { arrayOfSchema, objectOfSchema, schemas } from "../engine/schemas.ts";

export const listAllChats = userMethod({
  name: "listAllChats",
  summary: "Lists all groups and channels, the oldest first, without their messages.",
  effect: "read",
  rate: "lists",
  inReaderPool: isNameSearch,
  access: { scope: "owner" },
  fields: {
    query: queryField(),
    after: described(optional(int()), "The id of the last chat of the page before."),
    limit: limitField(),
  },
  result: objectOfSchema({ chats: arrayOfSchema(schemas.ChatEntry) }),
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
          is_abandoned: false,
          last_message_date: 1_767_229_200,
        },
      ],
    },
  },
  async run({ tx, actor, deps }, { query = "", after = 0, limit }) {
    const filter = { wanted: query, below: after, limit: pageSize(limit) };
    const context = new ViewerContext(tx, actor, deps.app.fileIds);
    const found = await chatsBelow(tx, filter);
    await preloadAccounts(
      context,
      found.map((chat) => chat.creator_id),
    );
    const chats: ChatEntry[] = [];
    for (const chat of found) chats.push(await presentListedChat(context, chat));
    return { chats };
  },
});
