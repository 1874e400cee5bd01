/** listPublicChats: the directory of groups and channels that anybody may join. */
import type { DirectoryChat } from "@heliogram/shared/wire.ts";
import { chatPhoto } from "../../present/chat-info.ts";
import { View } from "../../present/view.ts";
import { publicChatsBelow } from "../../store/directory.ts";
import { described, int, optional } from "../fields.ts";
import { always, webMethod } from "../method.ts";
import { limitField, pageSize, queryField } from "../paging.ts";
import { arrayOfSchema, objectOfSchema, schemas } from "../schemas.ts";

export const listPublicChats = webMethod({
  name: "listPublicChats",
  summary: "Lists the groups and channels that have a user name, the oldest first.",
  effect: "read",
  rate: "lists",
  apart: always,
  access: { scope: "self" },
  fields: {
    query: queryField(),
    after: described(optional(int()), "Only those with an id below this, which later chats have; for the next page."),
    limit: limitField(),
  },
  result: objectOfSchema({ chats: arrayOfSchema(schemas.DirectoryChat) }),
  codes: [400, 401],
  refusals: [],
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
    const view = new View(tx, actor, deps.env.fileIds);
    const chats: DirectoryChat[] = [];
    const wanted = { wanted: query, below: after, limit: pageSize(limit) };
    for (const { chat, is_member } of await publicChatsBelow(tx, deps.db.words, actor.id, wanted)) {
      const photo = await chatPhoto(view, chat);
      chats.push({
        chat: { ...(await view.chat(chat)), ...(photo ? { photo } : {}) },
        ...(chat.description === "" ? {} : { description: chat.description }),
        member_count: chat.member_count,
        is_member,
      });
    }
    return { chats };
  },
});
