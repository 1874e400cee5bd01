/** search: people, bots and public chats by what they are called. */
import type * as Wire from "@heliogram/shared/wire.ts";
import { chatPhoto } from "../../present/chat-info.ts";
import { View } from "../../present/view.ts";
import { searchAccounts, searchPublicChats } from "../../store/directory.ts";
import { text } from "../fields.ts";
import { always, webMethod } from "../method.ts";
import { arrayOfSchema, objectOfSchema, schemas } from "../schemas.ts";

const MOST = 20;

/** A public chat with its face. */
type FoundChat = Wire.Chat & { readonly photo?: Wire.ChatPhoto };

export const search = webMethod({
  name: "search",
  summary: "Finds people, bots and public chats by name or user name.",
  effect: "read",
  rate: "searches",
  apart: always,
  access: { scope: "self" },
  fields: { query: text({ max: 128 }) },
  result: objectOfSchema({ users: arrayOfSchema(schemas.User), chats: arrayOfSchema(schemas.FoundChat) }),
  codes: [400, 401],
  refusals: [],
  example: {
    request: { query: "bo" },
    result: { users: [{ id: 1002, is_bot: false, first_name: "Bob", username: "bob" }], chats: [] },
  },
  async run({ tx, actor, deps }, { query }) {
    const view = new View(tx, actor, deps.env.fileIds);
    const users = (await searchAccounts(tx, query, MOST)).map((account) => view.show(account));
    const chats: FoundChat[] = [];
    for (const chat of await searchPublicChats(tx, deps.db.words, query, MOST)) {
      const photo = await chatPhoto(view, chat);
      chats.push({ ...(await view.chat(chat)), ...(photo ? { photo } : {}) });
    }
    return { users, chats };
  },
});
