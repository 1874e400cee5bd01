/** What the methods have in common with which owners of the service administer people. */
import type { AppContext } from "../../app/app-context.ts";
import type { AuditActor } from "../../domain/audit.ts";
import type { Refusal } from "../../domain/refusals.ts";
import { presentPerson } from "../../present/administration.ts";
import { ViewerContext } from "../../present/viewer-context.ts";
import type { Tx } from "../../store/db.ts";
import { lockPerson, type Person } from "../../store/queries/accounts/people.ts";
import { peopleAfter } from "../../store/queries/accounts/people-list.ts";
import { userId } from "../engine/fields.ts";
import { userMethod } from "../engine/method.ts";
import { schemas } from "../engine/schemas.ts";

/** A person in the examples. */
export const LISTED_PERSON = {
  user: { id: 1002, is_bot: false, first_name: "Bob", username: "bob" },
  is_owner: false,
  created_at: 1_767_225_600,
  seen_at: 1_767_229_200,
  session_count: 2,
};

type Action<R extends Refusal> = (
  tx: Tx,
  by: AuditActor,
  person: Person,
  now_s: number,
  app: AppContext,
) => Promise<R | void>;

/** Declares an owner's action on a person. The method returns the person as listPeople shows them. */
export function personAdministrationMethod<const N extends string, const R extends Refusal>(
  name: N,
  summary: string,
  refusals: readonly R[],
  action: Action<R>,
) {
  return userMethod({
    name,
    summary,
    effect: "write",
    access: { scope: "owner" },
    fields: { user_id: userId() },
    result: schemas.PersonEntry,
    refusals: ["USER_NOT_FOUND", ...refusals],
    example: { request: { user_id: 1002 }, result: LISTED_PERSON },
    async run({ tx, deps, actor, now, fail }, { user_id }) {
      const person = (await lockPerson(tx, user_id)) ?? fail("USER_NOT_FOUND");
      const refusal = await action(tx, actor.id, person, now, deps.app);
      if (refusal) return fail(refusal);
      const [listed] = await peopleAfter(tx, { wanted: "", after: user_id - 1, limit: 1 }, now);
      return presentPerson(new ViewerContext(tx, actor, deps.app.fileIds), listed!);
    },
  });
}
