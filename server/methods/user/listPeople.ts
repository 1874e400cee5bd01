/** listPeople: all accounts of people. */
import { presentPerson } from "../../present/administration.ts";
import { ViewerContext } from "../../present/viewer-context.ts";
import { peopleAfter } from "../../store/queries/accounts/people-list.ts";
import { bool, described, optional } from "../engine/fields.ts";
import { userMethod } from "../engine/method.ts";
import { afterField, limitField, isNameSearch, pageSize, queryField } from "../engine/page-fields.ts";
import { LISTED_PERSON } from "./person-administration-method.ts";
import { arrayOfSchema, objectOfSchema, schemas } from "../engine/schemas.ts";

export const listPeople = userMethod({
  name: "listPeople",
  summary: "Lists the people of the service, the oldest account first.",
  effect: "read",
  rate: "lists",
  inReaderPool: (params) => isNameSearch(params) || params.without_second_factor === true,
  access: { scope: "owner" },
  fields: {
    query: queryField(),
    without_second_factor: described(
      optional(bool()),
      "Only those who have a password and no second factor, as many as `people_without` of getSecondFactorRule.",
    ),
    after: afterField(),
    limit: limitField(),
  },
  result: objectOfSchema({ people: arrayOfSchema(schemas.PersonEntry) }),
  example: { request: { query: "bo" }, result: { people: [LISTED_PERSON] } },
  async run({ tx, deps, actor, now }, { query = "", without_second_factor, after = 0, limit }) {
    const filter = { wanted: query, after, limit: pageSize(limit), only_unprotected: without_second_factor };
    const context = new ViewerContext(tx, actor, deps.app.fileIds);
    const people = await peopleAfter(tx, filter, now);
    return { people: people.map((person) => presentPerson(context, person)) };
  },
});
