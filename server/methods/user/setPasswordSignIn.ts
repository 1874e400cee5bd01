/** setPasswordSignIn: turns sign-in by password on or off. */
import { switchPasswordSignIn } from "../../app/accounts/password-sign-in.ts";
import { signsInWithoutPassword } from "../../app/accounts/ways-in.ts";
import { bool, described } from "../engine/fields.ts";
import { userMethod } from "../engine/method.ts";
import { objectOfSchema, schemas } from "../engine/schemas.ts";
import { signInMeans } from "./sign-in-means.ts";

export const setPasswordSignIn = userMethod({
  name: "setPasswordSignIn",
  summary:
    "Turns sign-in by password on or off, for owners too. It can be turned off by an owner whose own account is connected to an OpenID provider or has a passkey. getSignInOptions reads it.",
  effect: "write",
  access: { scope: "owner" },
  fields: { on: described(bool(), "Whether people sign in with a password.") },
  result: objectOfSchema({ on: schemas.Boolean }),
  refusals: ["NO_OTHER_SIGN_IN"],
  example: { request: { on: false }, result: { on: false } },
  async run({ tx, deps, actor, now, fail }, { on }) {
    if (!on && !(await signsInWithoutPassword(tx, actor.id, signInMeans(deps)))) return fail("NO_OTHER_SIGN_IN");
    await switchPasswordSignIn(tx, actor.id, on, now);
    return { on };
  },
});
