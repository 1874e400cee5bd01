/** suspendPerson: suspends a person. */
import { suspendPerson as action } from "../../app/accounts/person-administration.ts";
import { personAdministrationMethod } from "./person-administration-method.ts";

export const suspendPerson = personAdministrationMethod(
  "suspendPerson",
  "Suspends a person: all sessions and open sockets end at once; messages, chats and bots stay.",
  ["CANT_SUSPEND_SELF", "LAST_OWNER"],
  action,
);
