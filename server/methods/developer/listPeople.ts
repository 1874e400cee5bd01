/** listPeople: the people of the service. */
import { presentUser } from "../../present/users.ts";
import { peopleAfter } from "../../store/queries/accounts/people-list.ts";
import { afterField, queryField } from "../engine/page-fields.ts";
import { described, int, optional } from "../engine/fields.ts";
import { consoleMethod } from "./developer-method.ts";
import { arrayOfSchema, objectOfSchema, schemas } from "../engine/schemas.ts";

const MAX_LIMIT = 1000;
const DEFAULT_LIMIT = 100;

export const listPeople = consoleMethod({
  name: "listPeople",
  summary: "Lists the people of the service who are not suspended, the oldest first.",
  effect: "read",
  fields: {
    query: queryField(),
    after: afterField(),
    limit: described(optional(int()), `At most this many, 1 to ${MAX_LIMIT}; ${DEFAULT_LIMIT} by default.`),
  },
  result: objectOfSchema({ people: arrayOfSchema(schemas.User) }),
  example: {
    request: {},
    result: { people: [{ id: 1001, is_bot: false, first_name: "Alice", username: "alice" }] },
  },
  async run({ tx, now }, { query = "", after = 0, limit = DEFAULT_LIMIT }) {
    const filter = { wanted: query, after, limit: Math.min(MAX_LIMIT, Math.max(1, limit)) };
    const people = await peopleAfter(tx, filter, now);
    return { people: people.filter(({ suspended_at }) => suspended_at === null).map(presentUser) };
  },
});
