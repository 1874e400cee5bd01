/** signUp: a new person, by invitation, or without one while the service is open to everybody. */
import type { Customer } from "../../app/password-queue.ts";
import { openSession } from "../../app/sessions.ts";
import { signUpInvited, signUpUninvited } from "../../app/sign-up.ts";
import { refuse } from "../../domain/refusals.ts";
import { TooMany } from "../../domain/too-many.ts";
import { presentUser } from "../../present/users.ts";
import { findOpenInvitation } from "../../store/invitations.ts";
import { isSignUpOpen } from "../../store/sign-up.ts";
import { SessionOpened } from "../answer.ts";
import type { Deps } from "../deps.ts";
import { described, optional, ParameterFault, text } from "../fields.ts";
import { publicMethod } from "../method.ts";
import { checkPassword, readName, readUsername } from "../passwords.ts";
import { schemas } from "../schemas.ts";

export const signUp = publicMethod({
  name: "signUp",
  summary:
    "Makes an account for whoever holds an invitation, or for anybody while the service is open (getSignUp), and signs them in.",
  effect: "write",
  access: { scope: "anyone" },
  fields: {
    invitation: described(
      optional(text({ max: 128 })),
      "The code at the end of the invitation's link. Not needed while sign-up is open.",
    ),
    first_name: text({ max: 256 }),
    last_name: optional(text({ max: 256 })),
    username: text({ max: 64 }),
    password: described(text({ max: 1024 }), "At least 8 characters."),
    device: described(optional(text({ max: 64 })), "What the person will see in the list of sessions."),
  },
  result: schemas.SessionOpened,
  codes: [400, 403],
  refusals: ["INVITATION_INVALID", "INVITATION_NEEDED", "USERNAME_TAKEN"],
  example: {
    request: { invitation: "2Zq0…", first_name: "Alice", username: "alice", password: "correct horse" },
    result: { access_token: "kB3x…", user: { id: 1001, is_bot: false, first_name: "Alice", username: "alice" } },
  },
  prepare: async (deps, params, _files, _caller, from) => {
    checkPassword(params.password);
    const username = readUsername(params.username);
    const first_name = readName(params.first_name, "first_name");
    if (first_name === "") throw new ParameterFault("first_name must be non-empty");
    const last_name = readName(params.last_name ?? "", "last_name");
    const customer = await letIn(deps, params.invitation, from);
    const password_hash = await deps.passwords.hash(params.password, customer);
    return { newcomer: { username, first_name, last_name, password_hash }, from };
  },
  async run({ tx, deps, now, fail }, { invitation, device = "" }, { newcomer, from }) {
    const person =
      invitation === undefined
        ? await signUpUninvited(tx, newcomer, now)
        : await signUpInvited(tx, deps.env, deps.hashes.of(invitation), newcomer, now);
    if (typeof person === "string") return fail(person);
    const wish = { person_id: person.id, label: device, lasts_s: deps.session_s, from };
    const access_token = await openSession(tx, deps.hashes, deps.random.bytes, wish, now);
    return new SessionOpened(access_token, { user: presentUser(person) });
  },
});

/** Hashing is dear on purpose: strangers must not be able to order it, nor, where anybody may come, as much as they like. */
async function letIn(deps: Deps, invitation: string | undefined, from: string): Promise<Customer> {
  if (invitation === undefined) {
    if (!(await deps.db.read(isSignUpOpen))) refuse("INVITATION_NEEDED");
    const wait_s = deps.signUpsFrom.take(from) || deps.signUps.take("all");
    if (wait_s > 0) throw new TooMany(wait_s);
    return "stranger";
  }
  const now_s = Math.floor(deps.clock.now() / 1000);
  const code_hash = deps.hashes.of(invitation);
  const found = await deps.db.read((tx) => findOpenInvitation(tx, code_hash, now_s));
  if (!found) refuse("INVITATION_INVALID");
  const wait_s = deps.codeTries.take(`${code_hash} ${from}`);
  if (wait_s > 0) throw new TooMany(wait_s);
  return "known";
}
