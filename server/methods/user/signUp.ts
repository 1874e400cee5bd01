/** signUp: creates a person's account, with an invitation or while sign-up is open. */
import type { RequesterKind } from "../../app/accounts/password-queue.ts";
import { openSession, sessionLabel } from "../../app/accounts/sessions.ts";
import { signUpInvited, signUpUninvited } from "../../app/accounts/sign-up.ts";
import { refuse } from "../../domain/refusals.ts";
import { CODE_TRIES } from "../rate-limits/attempt-limits.ts";
import { TooManyRequests } from "../../domain/too-many-requests.ts";
import { presentUser } from "../../present/users.ts";
import { findOpenInvitation } from "../../store/queries/accounts/invitations.ts";
import { isPasswordSignInOn } from "../../store/queries/accounts/password-sign-in.ts";
import { isSignUpOpen } from "../../store/queries/accounts/sign-up.ts";
import { SessionOpened } from "../engine/api-response.ts";
import type { Deps } from "../engine/deps.ts";
import { described, optional, ParameterError, text } from "../engine/fields.ts";
import { publicMethod } from "../engine/method.ts";
import { checkPassword, readUsername } from "./account-fields.ts";
import { schemas } from "../engine/schemas.ts";
import { stepAfterPassword } from "./sign-in-step.ts";
import { readName } from "../engine/name-fields.ts";

export const signUp = publicMethod({
  name: "signUp",
  summary:
    "Creates an account with an invitation, or without one while sign-up is open (getSignUp), and signs the person in. If they must have a second factor, it returns an enrolment for beginEnrolment instead of a session.",
  effect: "write",
  access: { scope: "anyone" },
  fields: {
    invitation: described(
      optional(text({ max: 128 })),
      "The code at the end of the invitation's link. Optional while sign-up is open.",
    ),
    first_name: text({ max: 256 }),
    last_name: optional(text({ max: 256 })),
    username: text({ max: 64 }),
    password: described(text({ max: 1024 }), "At least 8 characters."),
    device: described(
      optional(text({ max: 64 })),
      "What the person will see in the list of sessions; without it, what the header User-Agent tells.",
    ),
  },
  result: schemas.SessionOpened,
  refusals: ["INVITATION_INVALID", "INVITATION_NEEDED", "USERNAME_TAKEN", "PASSWORD_SIGN_IN_OFF"],
  example: {
    request: { invitation: "2Zq0…", first_name: "Alice", username: "alice", password: "correct horse" },
    result: { access_token: "kB3x…", user: { id: 1001, is_bot: false, first_name: "Alice", username: "alice" } },
  },
  prepare: async ({ deps, params, client: { network: from, user_agent } }) => {
    checkPassword(params.password);
    const username = readUsername(params.username);
    const first_name = readName(params.first_name, "first_name");
    if (first_name === "") throw new ParameterError("first_name must be non-empty");
    const last_name = readName(params.last_name ?? "", "last_name");
    const customer = await letIn(deps, params.invitation, from);
    const password_hash = await deps.passwords.hash(params.password, customer);
    return { newcomer: { username, first_name, last_name, password_hash }, from, user_agent };
  },
  async run({ tx, deps, now, fail }, { invitation, device }, { newcomer, from, user_agent }) {
    if (!(await isPasswordSignInOn(tx))) return fail("PASSWORD_SIGN_IN_OFF");
    const person =
      invitation === undefined
        ? await signUpUninvited(tx, newcomer, now)
        : await signUpInvited(tx, deps.app, deps.hashes.of(invitation), newcomer, now);
    if (typeof person === "string") return fail(person);
    const label = sessionLabel(device, user_agent);
    const given = { person_id: person.id, password_hash: newcomer.password_hash, label };
    const step = await stepAfterPassword(tx, deps, given, now);
    if (step) return typeof step === "string" ? fail("INVITATION_INVALID") : step;
    const lasts_s = deps.settings.session_s;
    const sessionOptions = { person_id: person.id, label, lasts_s, from, way: "sign_up" } as const;
    const { access_token } = await openSession(tx, deps.hashes, deps.random.bytes, sessionOptions, now);
    return new SessionOpened(access_token, { user: presentUser(person) });
  },
});

/**
 * Password hashing is expensive on purpose, so callers without a valid invitation are refused first, and tries are
 * limited.
 */
async function letIn(deps: Deps, invitation: string | undefined, from: string): Promise<RequesterKind> {
  if (!(await deps.db.read(isPasswordSignInOn))) refuse("PASSWORD_SIGN_IN_OFF");
  if (invitation === undefined) {
    if (!(await deps.db.read(isSignUpOpen))) refuse("INVITATION_NEEDED");
    const wait_s = await deps.signUps.take(from);
    if (wait_s > 0) throw new TooManyRequests(wait_s);
    return "anonymous";
  }
  const now_s = Math.floor(deps.clock.now() / 1000);
  const code_hash = deps.hashes.of(invitation);
  const found = await deps.db.read((tx) => findOpenInvitation(tx, code_hash, now_s));
  if (!found) refuse("INVITATION_INVALID");
  // A sign-up that succeeds is one of those that the invitation allows, so only the others need a limit of their own.
  const wait_s = await deps.codeTries.take(`${code_hash} ${from}`, CODE_TRIES.attempts + found.max_uses);
  if (wait_s > 0) throw new TooManyRequests(wait_s);
  return "known";
}
