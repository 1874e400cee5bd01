/** What the methods have in common with which owners of the service change people. */
import type { Author } from "../domain/audit.ts";
import type { Refusal } from "../domain/refusals.ts";
import { presentPerson } from "../present/administration.ts";
import { View } from "../present/view.ts";
import type { Tx } from "../store/db.ts";
import { findPerson, type Person } from "../store/people.ts";
import { peopleAfter } from "../store/people-list.ts";
import { userId } from "./fields.ts";
import { webMethod, type Code } from "./method.ts";
import { schemas } from "./schemas.ts";

/** A person as the examples show them. */
export const LISTED_PERSON = {
  user: { id: 1002, is_bot: false, first_name: "Bob", username: "bob" },
  is_owner: false,
  created_at: 1_767_225_600,
  seen_at: 1_767_229_200,
  session_count: 2,
};

type Deed<R extends Refusal> = (tx: Tx, by: Author, person: Person, now_s: number) => Promise<R | void>;

/** Declares what an owner does to a person, who is shown afterwards as listPeople has them. */
export function personMethod<const N extends string, const R extends Refusal>(
  name: N,
  summary: string,
  refusals: readonly R[],
  deed: Deed<R>,
) {
  const codes: readonly Code[] = [400, 401, 403, 404];
  return webMethod({
    name,
    summary,
    effect: "write",
    access: { scope: "owner" },
    fields: { user_id: userId() },
    result: schemas.PersonEntry,
    codes,
    refusals: ["USER_NOT_FOUND", ...refusals],
    example: { request: { user_id: 1002 }, result: LISTED_PERSON },
    async run({ tx, deps, actor, now, fail }, { user_id }) {
      const person = (await findPerson(tx, user_id)) ?? fail("USER_NOT_FOUND");
      const refusal = await deed(tx, actor.id, person, now);
      if (refusal) return fail(refusal);
      const [listed] = await peopleAfter(tx, { wanted: "", after: user_id - 1, limit: 1 }, now);
      return presentPerson(new View(tx, actor, deps.env.fileIds), listed!);
    },
  });
}
