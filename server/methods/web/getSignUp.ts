/** getSignUp: whether one could sign up. It tells no more than signing up would. */
import { presentWelcome } from "../../present/welcome.ts";
import { findOpenInvitation } from "../../store/invitations.ts";
import { isSignUpOpen } from "../../store/sign-up.ts";
import { described, optional, text } from "../fields.ts";
import { publicMethod } from "../method.ts";
import { arrayOfSchema, objectOfSchema, schemas } from "../schemas.ts";

export const getSignUp = publicMethod({
  name: "getSignUp",
  summary:
    "Tells whether one can sign up: by this invitation, or else without any; and of the invitation who invites, into which chats, and whether it makes an owner.",
  effect: "read",
  access: { scope: "anyone" },
  fields: { invitation: described(optional(text({ max: 128 })), "The code at the end of the invitation's link.") },
  result: objectOfSchema(
    {
      open: schemas.Boolean,
      makes_owner: schemas.True,
      invited_by: schemas.String,
      chats: arrayOfSchema(schemas.ChatGlimpse),
    },
    ["makes_owner", "invited_by", "chats"],
  ),
  codes: [400],
  refusals: [],
  example: { request: {}, result: { open: false } },
  async run({ tx, deps, now }, { invitation }) {
    if (invitation === undefined) return { open: await isSignUpOpen(tx) };
    const found = await findOpenInvitation(tx, deps.hashes.of(invitation), now);
    return found ? { open: true, ...(await presentWelcome(tx, found)) } : { open: false };
  },
});
