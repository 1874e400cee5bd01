/** restorePerson: ends the suspension of a person. */
import { restorePerson as action } from "../../app/accounts/person-administration.ts";
import { personAdministrationMethod } from "./person-administration-method.ts";

export const restorePerson = personAdministrationMethod(
  "restorePerson",
  "Ends the suspension of a person, who can then sign in again.",
  ["USER_ERASED"],
  action,
);
