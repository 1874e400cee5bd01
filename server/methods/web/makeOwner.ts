/** makeOwner: makes a person an owner of the service. */
import { makeOwner as deed } from "../../app/manage-people.ts";
import { personMethod } from "../people.ts";

export const makeOwner = personMethod(
  "makeOwner",
  "Makes a person an owner of the service.",
  ["USER_DEACTIVATED"],
  deed,
);
