/** listUsers: the directory of people. */
import { View } from "../../present/view.ts";
import { usersAfter } from "../../store/directory.ts";
import { webMethod } from "../method.ts";
import { afterField, limitField, looksForName, pageSize, queryField } from "../paging.ts";
import { arrayOfSchema, objectOfSchema, schemas } from "../schemas.ts";

export const listUsers = webMethod({
  name: "listUsers",
  summary: "Lists the people who can be written to, the oldest account first.",
  effect: "read",
  rate: "lists",
  apart: looksForName,
  access: { scope: "self" },
  fields: { query: queryField(), after: afterField(), limit: limitField() },
  result: objectOfSchema({ users: arrayOfSchema(schemas.User) }),
  codes: [400, 401],
  refusals: [],
  example: {
    request: { query: "bo" },
    result: { users: [{ id: 1002, is_bot: false, first_name: "Bob", username: "bob" }] },
  },
  async run({ tx, actor, deps }, { query = "", after = 0, limit }) {
    const view = new View(tx, actor, deps.env.fileIds);
    const users = await usersAfter(tx, { wanted: query, after, limit: pageSize(limit) });
    return { users: users.map((user) => view.show(user)) };
  },
});
