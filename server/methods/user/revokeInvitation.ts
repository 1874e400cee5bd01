/** revokeInvitation: revokes an invitation that nobody has used. */
import { revokeInvitation as revoke } from "../../app/accounts/invitations.ts";
import { int } from "../engine/fields.ts";
import { userMethod } from "../engine/method.ts";

export const revokeInvitation = userMethod({
  name: "revokeInvitation",
  summary: "Revokes an invitation that nobody has used.",
  effect: "write",
  access: { scope: "owner" },
  fields: { invitation_id: int() },
  refusals: ["INVITATION_NOT_FOUND"],
  example: { request: { invitation_id: 3 }, result: true },
  async run({ tx, actor, now, fail }, { invitation_id: id }) {
    return (await revoke(tx, actor.id, id, now)) || fail("INVITATION_NOT_FOUND");
  },
});
