/** listUsers: the directory of people. */
import { ViewerContext } from "../../present/viewer-context.ts";
import { usersAfter } from "../../store/queries/accounts/directory.ts";
import { userMethod } from "../engine/method.ts";
import { afterField, limitField, isNameSearch, pageSize, queryField } from "../engine/page-fields.ts";
import { arrayOfSchema, objectOfSchema, schemas } from "../engine/schemas.ts";

export const listUsers = userMethod({
  name: "listUsers",
  summary: "Lists the people to whom one can write, the oldest account first.",
  effect: "read",
  rate: "lists",
  inReaderPool: isNameSearch,
  access: { scope: "self" },
  fields: { query: queryField(), after: afterField(), limit: limitField() },
  result: objectOfSchema({ users: arrayOfSchema(schemas.User) }),
  example: {
    request: { query: "bo" },
    result: { users: [{ id: 1002, is_bot: false, first_name: "Bob", username: "bob" }] },
  },
  async run({ tx, actor, deps }, { query = "", after = 0, limit }) {
    const context = new ViewerContext(tx, actor, deps.app.fileIds);
    const users = await usersAfter(tx, { wanted: query, after, limit: pageSize(limit) });
    return { users: users.map((user) => context.show(user)) };
  },
});
