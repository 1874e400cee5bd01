/** getRetention: how long the service keeps data. */
import { findServiceRetention } from "../../store/queries/retention/rules.ts";
import { userMethod } from "../engine/method.ts";
import { schemas } from "../engine/schemas.ts";

export const getRetention = userMethod({
  name: "getRetention",
  summary:
    "Returns how long the service keeps messages, files, updates and the audit log. By default no period is set.",
  effect: "read",
  access: { scope: "owner" },
  fields: {},
  result: schemas.ServiceRetention,
  example: { request: {}, result: { messages_days: 365, chat_min_days: 7, chat_max_days: 365 } },
  run: ({ tx }) => findServiceRetention(tx),
});
