/** mailInvitation: mails an invitation once more. */
import { mailInvitationAgain } from "../../app/accounts/mailed-invitations.ts";
import { readMailAddress } from "../../app/mail/read-address.ts";
import { TooManyRequests } from "../../domain/too-many-requests.ts";
import { addressesOfInvitations } from "../../store/queries/accounts/invitation-addresses.ts";
import { int } from "../engine/fields.ts";
import { userMethod } from "../engine/method.ts";
import { countMailTo, mailOf } from "./mail-fields.ts";

const HOUR_S = 3600;

export const mailInvitation = userMethod({
  name: "mailInvitation",
  summary: "Mails an open invitation of inviteByMail once more, with the same link.",
  effect: "write",
  rate: "invitations",
  access: { scope: "owner" },
  fields: { invitation_id: int() },
  refusals: ["INVITATION_NOT_FOUND", "NO_MAIL"],
  example: { request: { invitation_id: 3 }, result: true },
  prepare: async ({ deps, params: { invitation_id } }) => {
    mailOf(deps);
    const [invited] = await deps.db.read((tx) => addressesOfInvitations(tx, [invitation_id]));
    if (invited) await countMailTo(deps, readMailAddress(invited.address)!);
  },
  async run({ tx, actor, now, fail }, { invitation_id }) {
    const refusal = await mailInvitationAgain(tx, actor.id, invitation_id, now);
    if (refusal === "TOO_MANY") throw new TooManyRequests(HOUR_S);
    return refusal ? fail(refusal) : true;
  },
});
