/** unmakeOwner: takes from a person what owners of the service may. */
import { unmakeOwner as deed } from "../../app/manage-people.ts";
import { personMethod } from "../people.ts";

export const unmakeOwner = personMethod(
  "unmakeOwner",
  "Makes an owner of the service a person like any other; the last one stays.",
  ["LAST_OWNER"],
  deed,
);
