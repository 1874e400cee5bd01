/** getSignUp: whether one can sign up. It reveals no more than signing up would. */
import { presentInvitationPreview } from "../../present/invitation-preview.ts";
import { findOpenInvitation } from "../../store/queries/accounts/invitations.ts";
import { isSignUpOpen } from "../../store/queries/accounts/sign-up.ts";
import { described, optional, text } from "../engine/fields.ts";
import { publicMethod } from "../engine/method.ts";
import { arrayOfSchema, objectOfSchema, schemas } from "../engine/schemas.ts";

type Preview = Partial<Awaited<ReturnType<typeof presentInvitationPreview>>>;

export const getSignUp = publicMethod({
  name: "getSignUp",
  summary:
    "Tells whether one can sign up, with this invitation or without any; and of the invitation who invites, into which chats, and whether it makes an owner.",
  effect: "read",
  access: { scope: "anyone" },
  fields: { invitation: described(optional(text({ max: 128 })), "The code at the end of the invitation's link.") },
  result: objectOfSchema(
    {
      open: schemas.Boolean,
      makes_owner: schemas.True,
      invited_by: schemas.String,
      chats: arrayOfSchema(schemas.ChatSummary),
      developer: { ...schemas.True, description: "The service runs in developer mode." },
    },
    ["makes_owner", "invited_by", "chats", "developer"],
  ),
  example: { request: {}, result: { open: false } },
  async run({ tx, deps, now }, { invitation }) {
    const mode = deps.developer ? { developer: true as const } : {};
    const found = invitation === undefined ? undefined : await findOpenInvitation(tx, deps.hashes.of(invitation), now);
    const preview: Preview = found ? await presentInvitationPreview(tx, found) : {};
    const open = invitation === undefined ? await isSignUpOpen(tx) : found !== undefined;
    return { open, ...preview, ...mode };
  },
});
