/** restorePerson: lets a suspended person in again. */
import { restorePerson as deed } from "../../app/manage-people.ts";
import { personMethod } from "../people.ts";

export const restorePerson = personMethod(
  "restorePerson",
  "Lets a suspended person in again; they have to sign in.",
  [],
  deed,
);
