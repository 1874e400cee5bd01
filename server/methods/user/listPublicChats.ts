/** listPublicChats: the directory of public groups and channels. */
import type { DirectoryChat } from "@heliogram/shared/wire.ts";
import { presentFoundChat } from "../../present/chat-info.ts";
import { ViewerContext } from "../../present/viewer-context.ts";
import { publicChatsBelow } from "../../store/queries/accounts/directory.ts";
import { described, int, optional } from "../engine/fields.ts";
import { always, userMethod } from "../engine/method.ts";
import { limitField, pageSize, queryField } from "../engine/page-fields.ts";
import { arrayOfSchema, objectOfSchema, schemas } from "../engine/schemas.ts";

export const listPublicChats = userMethod({
  name: "listPublicChats",
  summary: "Lists the groups and channels that have a user name, the oldest first.",
  effect: "read",
  rate: "lists",
  inReaderPool: always,
  access: { scope: "self" },
  fields: {
    query: queryField(),
    after: described(optional(int()), "Only those with an id below this, which later chats have; for the next page."),
    limit: limitField(),
  },
  result: objectOfSchema({ chats: arrayOfSchema(schemas.DirectoryChat) }),
  example: {
    request: { query: "team" },
    result: {
      chats: [
        {
          chat: { id: -1_000_000_000_001, type: "supergroup", title: "Team", username: "team" },
          description: "Where we talk",
          member_count: 12,
          is_member: false,
        },
      ],
    },
  },
  async run({ tx, actor, deps }, { query = "", after = 0, limit }) {
    const context = new ViewerContext(tx, actor, deps.app.fileIds);
    const chats: DirectoryChat[] = [];
    const wanted = { wanted: query, below: after, limit: pageSize(limit) };
    for (const { chat, is_member } of await publicChatsBelow(tx, actor.id, wanted)) {
      chats.push({
        chat: await presentFoundChat(context, chat),
        ...(chat.description === "" ? {} : { description: chat.description }),
        member_count: chat.member_count,
        is_member,
      });
    }
    return { chats };
  },
});
