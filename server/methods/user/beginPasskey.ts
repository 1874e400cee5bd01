/** beginPasskey: what the browser makes a passkey with, which addPasskey then adds. */
import { optional, text } from "../engine/fields.ts";
import { userMethod } from "../engine/method.ts";
import { schemas } from "../engine/schemas.ts";
import { beginPasskeySetup } from "./new-passkey.ts";
import { requireRelyingParty } from "./passkey-fields.ts";
import { proveSelf } from "./proven-password.ts";

export const beginPasskey = userMethod({
  name: "beginPasskey",
  summary:
    "Returns what a browser makes a passkey with. It needs the password or, of a person without one, a sign-in of the last 15 minutes.",
  effect: "read",
  access: { scope: "self" },
  fields: { password: optional(text({ max: 1024 })) },
  result: schemas.PasskeySetup,
  refusals: ["PASSKEYS_UNAVAILABLE", "PASSWORD_WRONG", "SIGN_IN_AGAIN"],
  example: {
    request: { password: "correct horse" },
    result: {
      options: {
        rp: { id: "chat.example.org", name: "Heliogram chat.example.org" },
        user: { id: "kQ0x…", name: "alice", displayName: "Alice" },
        challenge: "u9Lm…",
        pubKeyCredParams: [{ type: "public-key", alg: -7 }],
        timeout: 600_000,
        excludeCredentials: [],
        authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "required" },
        attestation: "none",
      },
      setup: "q7Lk…",
      expires_at: 1_767_226_200,
    },
  },
  prepare: async ({ deps, params, actor }) => {
    const party = requireRelyingParty(deps);
    await proveSelf(deps, actor, params.password);
    return party;
  },
  run: ({ tx, deps, actor, now }, _params, party) => beginPasskeySetup(tx, deps, party, actor, now),
});
