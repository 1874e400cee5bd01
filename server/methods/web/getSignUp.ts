/** getSignUp: whether one could sign up. It tells no more than signing up would. */
import { findOpenInvitation } from "../../store/invitations.ts";
import { isSignUpOpen } from "../../store/sign-up.ts";
import { described, optional, text } from "../fields.ts";
import { publicMethod } from "../method.ts";
import { objectOfSchema, schemas } from "../schemas.ts";

export const getSignUp = publicMethod({
  name: "getSignUp",
  summary:
    "Tells whether one can sign up: by this invitation, or else without any; and whether the invitation makes an owner.",
  effect: "read",
  access: { scope: "anyone" },
  fields: { invitation: described(optional(text({ max: 128 })), "The code at the end of the invitation's link.") },
  result: objectOfSchema({ open: schemas.Boolean, makes_owner: schemas.True }, ["makes_owner"]),
  codes: [400],
  refusals: [],
  example: { request: {}, result: { open: false } },
  async run({ tx, deps, now }, { invitation }) {
    if (invitation === undefined) return { open: await isSignUpOpen(tx) };
    const found = await findOpenInvitation(tx, deps.hashes.of(invitation), now);
    return { open: found !== undefined, ...(found?.makes_owner ? { makes_owner: true } : {}) };
  },
});
