/** setRetention: sets how long the service keeps data. */
import { setServiceRetention } from "../../app/retention/change-retention.ts";
import { userMethod } from "../engine/method.ts";
import { schemas } from "../engine/schemas.ts";
import { readServicePeriods, SERVICE_FIELDS } from "./retention-fields.ts";

export const setRetention = userMethod({
  name: "setRetention",
  summary:
    "Sets how long the service keeps messages, files, updates and the audit log, in place of all earlier periods. What is older is deleted within minutes, and cannot be restored: previewRetention tells how much that is.",
  effect: "write",
  access: { scope: "owner" },
  fields: SERVICE_FIELDS,
  result: schemas.ServiceRetention,
  refusals: ["RETENTION_OUT_OF_BOUNDS"],
  example: { request: { messages_days: 365 }, result: { messages_days: 365 } },
  prepare: ({ params }) => readServicePeriods(params),
  async run({ tx, actor, now, fail }, _params, periods) {
    const refusal = await setServiceRetention(tx, actor.id, periods, now);
    return refusal ? fail(refusal) : periods;
  },
});
