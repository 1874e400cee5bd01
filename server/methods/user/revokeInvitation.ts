/** revokeInvitation: revokes an invitation that nobody has used. */
import { record } from "../../store/queries/service/audit.ts";
import { revokeInvitation as revoke } from "../../store/queries/accounts/invitations.ts";
import { int } from "../engine/fields.ts";
import { userMethod } from "../engine/method.ts";
import { schemas } from "../engine/schemas.ts";

export const revokeInvitation = userMethod({
  name: "revokeInvitation",
  summary: "Revokes an invitation that nobody has used.",
  effect: "write",
  access: { scope: "owner" },
  fields: { invitation_id: int() },
  result: schemas.True,
  refusals: ["INVITATION_NOT_FOUND"],
  example: { request: { invitation_id: 3 }, result: true },
  async run({ tx, actor, now, fail }, { invitation_id: id }) {
    if (!(await revoke(tx, id, now))) return fail("INVITATION_NOT_FOUND");
    await record(tx, { by: actor.id, action: "invitation_revoked", subject: { kind: "invitation", id } }, now);
    return true;
  },
});
