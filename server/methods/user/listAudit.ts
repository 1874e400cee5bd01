/** listAudit: the audit log of the service. */
import { AUDIT_ACTIONS, AUDIT_ORIGINS } from "@heliogram/shared/audit.ts";
import { presentAudit } from "../../present/administration.ts";
import { ViewerContext } from "../../present/viewer-context.ts";
import { auditBefore } from "../../store/queries/service/audit.ts";
import { described, int, oneOf, optional, userId } from "../engine/fields.ts";
import { always, userMethod } from "../engine/method.ts";
import { beforeField, limitField, pageSize } from "../engine/page-fields.ts";
import { arrayOfSchema, objectOfSchema, schemas } from "../engine/schemas.ts";

export const listAudit = userMethod({
  name: "listAudit",
  summary: "Lists the entries of the audit log, the newest first. No entry contains a credential.",
  effect: "read",
  rate: "lists",
  inReaderPool: always,
  access: { scope: "owner" },
  fields: {
    actor_id: described(optional(userId()), "Only what this person did."),
    origin: described(optional(oneOf(...AUDIT_ORIGINS)), "Only what came from there."),
    action: described(optional(oneOf(...AUDIT_ACTIONS)), "Only this."),
    chat_id: described(optional(int()), "Only what was done in this group or channel, also after it was deleted."),
    since: described(optional(int()), "Unix seconds: only from then on."),
    until: described(optional(int()), "Unix seconds: only before that."),
    before: beforeField(),
    limit: limitField(),
  },
  result: objectOfSchema({ entries: arrayOfSchema(schemas.AuditLogEntry) }),
  example: {
    request: { action: "person_suspended" },
    result: {
      entries: [
        {
          id: 7,
          at: 1_767_225_600,
          origin: "person",
          actor: { id: 1001, is_bot: false, first_name: "Alice", username: "alice" },
          action: "person_suspended",
          subject: { kind: "person", id: 1002, user: { id: 1002, is_bot: false, first_name: "Bob", username: "bob" } },
          client_address: "203.0.113.9",
          detail: {},
        },
      ],
    },
  },
  async run({ tx, actor, deps }, { before = Number.MAX_SAFE_INTEGER, limit, ...params }) {
    const { actor_id, origin, action, chat_id, since, until } = params;
    const filter = { before, actor_id, origin, action, chat_id, since, until };
    const context = new ViewerContext(tx, actor, deps.app.fileIds);
    const found = await auditBefore(tx, filter, pageSize(limit));
    return { entries: await presentAudit(context, found) };
  },
});
