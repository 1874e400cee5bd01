/** listPeople: everybody who has an account. */
import { presentPerson } from "../../present/administration.ts";
import { View } from "../../present/view.ts";
import { peopleAfter } from "../../store/people-list.ts";
import { webMethod } from "../method.ts";
import { afterField, limitField, looksForName, pageSize, queryField } from "../paging.ts";
import { LISTED_PERSON } from "../people.ts";
import { arrayOfSchema, objectOfSchema, schemas } from "../schemas.ts";

export const listPeople = webMethod({
  name: "listPeople",
  summary: "Lists the people of the service, the oldest account first.",
  effect: "read",
  rate: "lists",
  apart: looksForName,
  access: { scope: "owner" },
  fields: { query: queryField(), after: afterField(), limit: limitField() },
  result: objectOfSchema({ people: arrayOfSchema(schemas.PersonEntry) }),
  codes: [400, 401, 403],
  refusals: [],
  example: { request: { query: "bo" }, result: { people: [LISTED_PERSON] } },
  async run({ tx, deps, actor, now }, { query = "", after = 0, limit }) {
    const filter = { wanted: query, after, limit: pageSize(limit) };
    const view = new View(tx, actor, deps.env.fileIds);
    const people = await peopleAfter(tx, filter, now);
    return { people: people.map((person) => presentPerson(view, person)) };
  },
});
