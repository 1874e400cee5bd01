/** previewRetention: what periods would delete. */
import { previewRetention as preview } from "../../app/retention/preview.ts";
import { userMethod } from "../engine/method.ts";
import { schemas } from "../engine/schemas.ts";
import { readServicePeriods, SERVICE_FIELDS } from "./retention-fields.ts";

export const previewRetention = userMethod({
  name: "previewRetention",
  summary:
    "Counts what these periods would delete, in place of those of the service, and deletes nothing. Periods of chats and legal holds count. The bytes of files are free once no backup needs them, a day later at the earliest.",
  effect: "wait",
  rate: "lists",
  access: { scope: "owner" },
  fields: SERVICE_FIELDS,
  result: schemas.RetentionPreview,
  example: {
    request: { messages_days: 365 },
    result: {
      chats: 12,
      messages: 48_211,
      files: 730,
      bytes: 1_310_000_000,
      updates: 0,
      audit_entries: 0,
      is_partial: false,
    },
  },
  prepare: ({ params }) => readServicePeriods(params),
  run({ deps }, _params, periods) {
    const now_s = Math.floor(deps.retention.now() / 1000);
    return preview(deps.db, now_s, deps.settings, periods);
  },
});
