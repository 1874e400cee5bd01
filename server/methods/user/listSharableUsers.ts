/** listSharableUsers: the people and bots that a button of a bot's keyboard asks for. */
import { ViewerContext } from "../../present/viewer-context.ts";
import { accountsAfter } from "../../store/queries/accounts/directory.ts";
import { userMethod } from "../engine/method.ts";
import { afterField, isNameSearch, limitField, pageSize, queryField } from "../engine/page-fields.ts";
import { arrayOfSchema, objectOfSchema, schemas } from "../engine/schemas.ts";
import { REQUEST_FIELDS, REQUEST_REFUSALS, requireRequest } from "./share-request.ts";

export const listSharableUsers = userMethod({
  name: "listSharableUsers",
  summary: "Lists the people and bots that a button of a bot's keyboard asks for, the oldest account first.",
  effect: "read",
  rate: "lists",
  inReaderPool: isNameSearch,
  access: { scope: "self" },
  fields: { ...REQUEST_FIELDS, query: queryField(), after: afterField(), limit: limitField() },
  result: objectOfSchema({ users: arrayOfSchema(schemas.User) }),
  refusals: REQUEST_REFUSALS,
  example: {
    request: { bot_id: 1004, message_id: 8, request_id: 1, query: "bo" },
    result: { users: [{ id: 1002, is_bot: false, first_name: "Bob", username: "bob" }] },
  },
  async run(call, { query = "", after = 0, limit, ...button }) {
    const { tx, actor, deps } = call;
    const { request } = await requireRequest(call, undefined, "request_users", button);
    const kinds = { people: request.user_is_bot !== true, bots: request.user_is_bot !== false };
    const page = { wanted: query, after, limit: pageSize(limit) };
    const accounts = await accountsAfter(tx, { ...kinds, except: button.bot_id, ...page });
    const context = new ViewerContext(tx, actor, deps.app.fileIds);
    return { users: accounts.map((account) => context.show(account)) };
  },
});
