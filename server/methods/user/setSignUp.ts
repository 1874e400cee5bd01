/** setSignUp: opens sign-up to everybody, or restricts it to invitations. */
import { switchSignUp } from "../../app/accounts/sign-up.ts";
import { bool, described } from "../engine/fields.ts";
import { userMethod } from "../engine/method.ts";
import { objectOfSchema, schemas } from "../engine/schemas.ts";

export const setSignUp = userMethod({
  name: "setSignUp",
  summary: "Opens sign-up to everybody, or restricts it to invitations, which is the default. getSignUp reads it.",
  effect: "write",
  access: { scope: "owner" },
  fields: { open: described(bool(), "Whether people sign up without an invitation.") },
  result: objectOfSchema({ open: schemas.Boolean }),
  example: { request: { open: true }, result: { open: true } },
  async run({ tx, actor, now }, { open }) {
    await switchSignUp(tx, actor.id, open, now);
    return { open };
  },
});
