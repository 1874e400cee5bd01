/** beginSecondFactor: makes the secret of an authenticator app, which the person then confirms. */
import { optional, text } from "../engine/fields.ts";
import { userMethod } from "../engine/method.ts";
import { schemas } from "../engine/schemas.ts";
import { newSetup } from "./app-setup.ts";
import { proveSelf } from "./proven-password.ts";

export const beginSecondFactor = userMethod({
  name: "beginSecondFactor",
  summary:
    "Makes a secret for an authenticator app. It counts once setSecondFactor has confirmed it. It needs the password or, of a person without one, a sign-in of the last 15 minutes.",
  effect: "read",
  access: { scope: "self" },
  fields: { password: optional(text({ max: 1024 })) },
  result: schemas.SecondFactorSetup,
  refusals: ["PASSWORD_WRONG", "SIGN_IN_AGAIN"],
  example: {
    request: { password: "correct horse" },
    result: {
      secret: "JBSW…",
      address: "otpauth://totp/Heliogram:alice?secret=JBSW…",
      setup: "q7Lk…",
      expires_at: 1_767_226_500,
    },
  },
  prepare: ({ deps, params, actor }) => proveSelf(deps, actor, params.password),
  async run({ deps, actor, now }) {
    return newSetup(deps, actor, now);
  },
});
