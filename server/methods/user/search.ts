/** search: finds people, bots and public chats by their names. */
import type { FoundChat } from "@heliogram/shared/wire.ts";
import { presentFoundChat } from "../../present/chat-info.ts";
import { ViewerContext } from "../../present/viewer-context.ts";
import { searchAccounts, searchPublicChats } from "../../store/queries/accounts/directory.ts";
import { text } from "../engine/fields.ts";
import { always, userMethod } from "../engine/method.ts";
import { arrayOfSchema, objectOfSchema, schemas } from "../engine/schemas.ts";

const MAX_RESULTS = 20;

export const search = userMethod({
  name: "search",
  summary: "Finds people, bots and public chats by name or user name.",
  effect: "read",
  rate: "searches",
  inReaderPool: always,
  access: { scope: "self" },
  fields: { query: text({ max: 128 }) },
  result: objectOfSchema({ users: arrayOfSchema(schemas.User), chats: arrayOfSchema(schemas.FoundChat) }),
  example: {
    request: { query: "bo" },
    result: { users: [{ id: 1002, is_bot: false, first_name: "Bob", username: "bob" }], chats: [] },
  },
  async run({ tx, actor, deps }, { query }) {
    const context = new ViewerContext(tx, actor, deps.app.fileIds);
    const users = (await searchAccounts(tx, query, MAX_RESULTS)).map((account) => context.show(account));
    const chats: FoundChat[] = [];
    for (const chat of await searchPublicChats(tx, query, MAX_RESULTS)) {
      chats.push(await presentFoundChat(context, chat));
    }
    return { users, chats };
  },
});
