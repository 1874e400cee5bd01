/** suspendPerson: keeps a person out of the service. */
import { suspendPerson as deed } from "../../app/manage-people.ts";
import { personMethod } from "../people.ts";

export const suspendPerson = personMethod(
  "suspendPerson",
  "Keeps a person out: all sessions and open sockets end at once; messages, chats and bots stay.",
  ["CANT_SUSPEND_SELF", "LAST_OWNER"],
  deed,
);
