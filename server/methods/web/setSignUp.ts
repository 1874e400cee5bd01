/** setSignUp: opens the service to everybody, or to the invited alone. */
import { switchSignUp } from "../../app/sign-up.ts";
import { bool, described } from "../fields.ts";
import { webMethod } from "../method.ts";
import { objectOfSchema, schemas } from "../schemas.ts";

export const setSignUp = webMethod({
  name: "setSignUp",
  summary: "Lets anybody who reaches the service sign up, or the invited alone, as it is at first. getSignUp reads it.",
  effect: "write",
  access: { scope: "owner" },
  fields: { open: described(bool(), "Whether people sign up without an invitation.") },
  result: objectOfSchema({ open: schemas.Boolean }),
  codes: [400, 401, 403],
  refusals: [],
  example: { request: { open: true }, result: { open: true } },
  async run({ tx, actor, now }, { open }) {
    await switchSignUp(tx, actor.id, open, now);
    return { open };
  },
});
