/** unmakeOwner: removes the role of an owner of the service from a person. */
import { unmakeOwner as action } from "../../app/accounts/person-administration.ts";
import { personAdministrationMethod } from "./person-administration-method.ts";

export const unmakeOwner = personAdministrationMethod(
  "unmakeOwner",
  "Removes the role of owner of the service from a person; the last owner keeps it.",
  ["LAST_OWNER"],
  action,
);
