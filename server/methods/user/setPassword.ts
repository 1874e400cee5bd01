/** setPassword: sets a new password with a reset code. */
import { resetPassword } from "../../app/accounts/password-resets.ts";
import { openSession, sessionLabel } from "../../app/accounts/sessions.ts";
import { refuse } from "../../domain/refusals.ts";
import { TooManyRequests } from "../../domain/too-many-requests.ts";
import { presentUser } from "../../present/users.ts";
import { isPasswordSignInOn } from "../../store/queries/accounts/password-sign-in.ts";
import { findReset } from "../../store/queries/accounts/password-resets.ts";
import { SessionOpened } from "../engine/api-response.ts";
import { described, optional, text } from "../engine/fields.ts";
import { publicMethod } from "../engine/method.ts";
import { checkPassword } from "./account-fields.ts";
import { schemas } from "../engine/schemas.ts";
import { stepAfterPassword } from "./sign-in-step.ts";

export const setPassword = publicMethod({
  name: "setPassword",
  summary: "Sets a new password with a reset code and signs the person in; all older sessions end.",
  effect: "write",
  access: { scope: "anyone" },
  fields: {
    code: described(text({ max: 128 }), "The code at the end of the reset's link."),
    password: described(text({ max: 1024 }), "At least 8 characters."),
    device: described(
      optional(text({ max: 64 })),
      "What the person will see in the list of sessions; without it, what the header User-Agent tells.",
    ),
  },
  result: schemas.SessionOpened,
  refusals: ["RESET_INVALID", "PASSWORD_SIGN_IN_OFF"],
  example: {
    request: { code: "9fXw…", password: "battery staple" },
    result: { access_token: "kB3x…", user: { id: 1002, is_bot: false, first_name: "Bob", username: "bob" } },
  },
  prepare: async ({ deps, params: { code, password }, client: { network: from, user_agent } }) => {
    checkPassword(password);
    const now_s = Math.floor(deps.clock.now() / 1000);
    // Hashing is expensive, so callers without a valid code are refused before it.
    const code_hash = deps.hashes.of(code);
    const found = await deps.db.read((tx) => findReset(tx, code_hash, now_s));
    if (found === undefined) refuse("RESET_INVALID");
    if (!(await deps.db.read(isPasswordSignInOn))) refuse("PASSWORD_SIGN_IN_OFF");
    const wait_s = await deps.codeTries.take(`${code_hash} ${from}`);
    if (wait_s > 0) throw new TooManyRequests(wait_s);
    return { password_hash: await deps.passwords.hash(password, "known"), from, user_agent };
  },
  async run({ tx, deps, now, fail }, { code, device }, { password_hash, from, user_agent }) {
    const person = await resetPassword(tx, deps.app, deps.hashes.of(code), password_hash, now);
    if (!person) return fail("RESET_INVALID");
    const label = sessionLabel(device, user_agent);
    // The link proves no more than the password does.
    const step = await stepAfterPassword(tx, deps, { person_id: person.id, password_hash, label }, now);
    if (step) return typeof step === "string" ? fail("RESET_INVALID") : step;
    const lasts_s = deps.settings.session_s;
    const sessionOptions = { person_id: person.id, label, lasts_s, from, way: "reset_link" } as const;
    const { access_token } = await openSession(tx, deps.hashes, deps.random.bytes, sessionOptions, now);
    return new SessionOpened(access_token, { user: presentUser(person) });
  },
});
