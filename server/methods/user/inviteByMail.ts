/** inviteByMail: mails invitations to several addresses. */
import { MAX_INVITED_ADDRESSES, MAX_MAIL_ADDRESS } from "@heliogram/shared/limits.ts";
import { inviteByMail as invite } from "../../app/accounts/mailed-invitations.ts";
import { TooManyRequests } from "../../domain/too-many-requests.ts";
import { ALL_MEMBER_REFUSALS } from "../bot/member-changes.ts";
import { arrayOf, described, text } from "../engine/fields.ts";
import { userMethod } from "../engine/method.ts";
import { arrayOfSchema, schemas } from "../engine/schemas.ts";
import { checkInvitations, INVITATION_FIELDS, readInvitation } from "./invitation-fields.ts";
import { countMailTo, mailOf, readAddress } from "./mail-fields.ts";

const HOUR_S = 3600;

export const inviteByMail = userMethod({
  name: "inviteByMail",
  summary:
    "Mails an invitation for one person to each of some addresses. The address is confirmed when its account is made with the link.",
  effect: "write",
  rate: "invitations",
  access: { scope: "owner" },
  fields: {
    addresses: described(
      arrayOf(text({ max: MAX_MAIL_ADDRESS }), {
        max: MAX_INVITED_ADDRESSES,
        empty: "addresses must name one at least",
      }),
      `1 to ${MAX_INVITED_ADDRESSES} mail addresses.`,
    ),
    ...INVITATION_FIELDS,
  },
  result: arrayOfSchema(schemas.InvitedAddress),
  refusals: [...ALL_MEMBER_REFUSALS, "CHAT_NOT_FOUND", "TOO_MANY_INVITATIONS", "NO_MAIL", "MAIL_ADDRESS_INVALID"],
  example: {
    request: { addresses: ["dora@example.org", "bob@example.org"], chat_ids: [-1_000_000_000_001] },
    result: [
      { address: "dora@example.org", state: "invited" },
      { address: "bob@example.org", state: "has_account" },
    ],
  },
  prepare: async ({ deps, params }) => {
    mailOf(deps);
    const read = params.addresses.map(readAddress);
    const addresses = [...new Map(read.map((each) => [each.folded, each])).values()];
    const options = readInvitation(params);
    for (const each of addresses) await countMailTo(deps, each);
    return { addresses, options };
  },
  async run({ tx, deps, actor, now }, _params, { addresses, options }) {
    await checkInvitations(tx, actor.id, { count: addresses.length, chat_ids: options.chat_ids }, now);
    const mint = { hashes: deps.hashes, bytes: deps.random.bytes };
    const invited = [];
    for (const each of addresses) {
      const state = await invite(tx, mint, { ...options, created_by: actor.id }, each, now);
      if (state === "TOO_MANY") throw new TooManyRequests(HOUR_S);
      invited.push({ address: each.address, state });
    }
    return invited;
  },
});
