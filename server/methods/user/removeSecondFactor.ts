/** removeSecondFactor: an owner removes the second factor of a person who has lost it. */
import { takeSecondFactor as action } from "../../app/accounts/second-factor.ts";
import { personAdministrationMethod } from "./person-administration-method.ts";

export const removeSecondFactor = personAdministrationMethod(
  "removeSecondFactor",
  "Removes the authenticator app, the passkeys and the recovery codes of another person, who then signs in with the password alone.",
  ["SECOND_FACTOR_OWN"],
  action,
);
