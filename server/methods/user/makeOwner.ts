/** makeOwner: makes a person an owner of the service. */
import { makeOwner as action } from "../../app/accounts/person-administration.ts";
import { personAdministrationMethod } from "./person-administration-method.ts";

export const makeOwner = personAdministrationMethod(
  "makeOwner",
  "Makes a person an owner of the service.",
  ["USER_DEACTIVATED"],
  action,
);
