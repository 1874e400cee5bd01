/** search: people, bots and public chats by what they are called. */
import type * as Wire from "@heliogram/shared/wire.ts";
import { chatPhoto } from "../../present/chat-info.ts";
import { View } from "../../present/view.ts";
import { findAccount } from "../../store/accounts.ts";
import { findChat } from "../../store/chats.ts";
import { searchAccounts, searchPublicChats } from "../../store/directory.ts";
import { text } from "../fields.ts";
import { webMethod } from "../method.ts";
import { arrayOfSchema, objectOfSchema, schemas } from "../schemas.ts";

const MOST = 20;

/** A public chat with its face. */
type FoundChat = Wire.Chat & { readonly photo?: Wire.ChatPhoto };

export const search = webMethod({
  name: "search",
  summary: "Finds people, bots and public chats by name or user name.",
  effect: "read",
  rate: "searches",
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
    const users: Wire.User[] = [];
    for (const id of await searchAccounts(tx, deps.db.words, query, MOST)) {
      const account = await findAccount(tx, id);
      if (account) users.push(view.show(account));
    }
    const chats: FoundChat[] = [];
    for (const id of await searchPublicChats(tx, deps.db.words, query, MOST)) {
      const chat = await findChat(tx, id);
      if (!chat) continue;
      const photo = await chatPhoto(view, chat);
      chats.push({ ...(await view.chat(chat)), ...(photo ? { photo } : {}) });
    }
    return { users, chats };
  },
});
