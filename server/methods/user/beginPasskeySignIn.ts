/** beginPasskeySignIn: what a browser asks for a passkey with, before anybody is signed in. */
import { beginSignIn } from "../../app/accounts/passkey-challenges.ts";
import { publicMethod } from "../engine/method.ts";
import { schemas } from "../engine/schemas.ts";
import { requireRelyingParty } from "./passkey-fields.ts";

export const beginPasskeySignIn = publicMethod({
  name: "beginPasskeySignIn",
  summary:
    "Returns what a browser asks for a passkey with. signInPasskey takes the answer, within ten minutes and once.",
  effect: "read",
  access: { scope: "anyone" },
  fields: {},
  result: schemas.PasskeyChallenge,
  refusals: ["PASSKEYS_UNAVAILABLE"],
  example: {
    request: {},
    result: {
      options: {
        challenge: "u9Lm…",
        rpId: "chat.example.org",
        timeout: 600_000,
        userVerification: "required",
        allowCredentials: [],
      },
      challenge: "Zp4v…",
      expires_at: 1_767_226_200,
    },
  },
  async run({ deps, now }) {
    return beginSignIn(deps.seal, deps.hashes, requireRelyingParty(deps), now);
  },
});
