/** signInPasskey: opens a session with a passkey in place of a password. */
import { challengeOf, isSignInBegun, PASSKEY_LIFE_S } from "../../app/accounts/passkey-challenges.ts";
import { checkPasskey, signInByPasskey, type CheckedPasskey } from "../../app/accounts/passkeys.ts";
import { sessionLabel } from "../../app/accounts/sessions.ts";
import { refuse } from "../../domain/refusals.ts";
import { TooManyRequests } from "../../domain/too-many-requests.ts";
import { presentUser } from "../../present/users.ts";
import { SessionOpened } from "../engine/api-response.ts";
import { described, optional, text } from "../engine/fields.ts";
import { publicMethod } from "../engine/method.ts";
import { schemas } from "../engine/schemas.ts";
import { noteFailedSignIn } from "./failed-sign-in.ts";
import { ASSERTION, requireRelyingParty } from "./passkey-fields.ts";

export const signInPasskey = publicMethod({
  name: "signInPasskey",
  summary:
    "Opens a session with a passkey. Nothing else is asked for: it is something that the person has, and they have proven to it who they are.",
  effect: "write",
  access: { scope: "anyone" },
  fields: {
    challenge: described(text({ max: 1024 }), "From beginPasskeySignIn."),
    credential: ASSERTION,
    device: described(
      optional(text({ max: 64 })),
      "What the person will see in the list of sessions; without it, what the header User-Agent tells.",
    ),
  },
  result: schemas.SessionOpened,
  refusals: ["PASSKEYS_UNAVAILABLE", "CHALLENGE_INVALID", "PASSKEY_WRONG", "USER_DEACTIVATED"],
  example: {
    request: {
      challenge: "Zp4v…",
      credential: {
        id: "mF3b",
        response: { clientDataJSON: "eyJ0", authenticatorData: "SZYN", signature: "MEUC", userHandle: "kQ0x" },
      },
    },
    result: { access_token: "kB3x…", user: { id: 1001, is_bot: false, first_name: "Alice", username: "alice" } },
  },
  prepare: async ({ deps, params: { challenge, credential }, client }) => {
    const wait_s = await deps.passkeyTries.take(client.network);
    if (wait_s > 0) throw new TooManyRequests(wait_s);
    const party = requireRelyingParty(deps);
    if (!isSignInBegun(deps.seal, challenge, Math.floor(deps.clock.now() / 1000))) refuse("CHALLENGE_INVALID");
    const signed = challengeOf(deps.hashes, challenge);
    const checked: CheckedPasskey = await checkPasskey(deps.db, credential, { ...party, challenge: signed });
    if (checked.fault !== undefined) {
      await noteFailedSignIn(deps, client, checked.person_id, checked.fault);
      return refuse("PASSKEY_WRONG");
    }
    return { ...checked, signed, client };
  },
  async run({ tx, deps, now, fail }, { device }, { person_id, use, signed, client }) {
    const label = sessionLabel(device, client.user_agent);
    const lasts_s = deps.settings.session_s;
    const options = { person_id, label, lasts_s, from: client.network, way: "passkey" } as const;
    const once = { challenge: signed, expires_at: now + PASSKEY_LIFE_S };
    const opened = await signInByPasskey(tx, deps, options, { use, once }, now);
    if (typeof opened === "string") return fail(opened);
    return new SessionOpened(opened.access_token, { user: presentUser(opened.person) });
  },
});
