/** signIn: opens a session with a user name and a password. */
import type { RequesterKind } from "../../app/accounts/password-queue.ts";
import { sessionLabel } from "../../app/accounts/sessions.ts";
import { signIn as open } from "../../app/accounts/sign-in.ts";
import { refuse } from "../../domain/refusals.ts";
import { TooManyRequests } from "../../domain/too-many-requests.ts";
import { presentUser } from "../../present/users.ts";
import { isPasswordSignInOn } from "../../store/queries/accounts/password-sign-in.ts";
import { findCredentials } from "../../store/queries/accounts/people.ts";
import { isKnownPlace } from "../../store/queries/accounts/sign-in-places.ts";
import { SessionOpened } from "../engine/api-response.ts";
import type { ReadTx } from "../../store/db.ts";
import type { Client } from "../engine/client.ts";
import type { Deps } from "../engine/deps.ts";
import { described, optional, text } from "../engine/fields.ts";
import { publicMethod } from "../engine/method.ts";
import { schemas } from "../engine/schemas.ts";
import { noteFailedSignIn } from "./failed-sign-in.ts";
import { stepAfterPassword } from "./sign-in-step.ts";

export const signIn = publicMethod({
  name: "signIn",
  summary:
    "Opens a session with a user name and a password. Of a person with a second factor it returns a challenge for signInSecondFactor instead, and of one who must have one and has none an enrolment for beginEnrolment.",
  effect: "write",
  access: { scope: "anyone" },
  fields: {
    username: text({ max: 64 }),
    password: text({ max: 1024 }),
    device: described(
      optional(text({ max: 64 })),
      "What the person will see in the list of sessions; without it, what the header User-Agent tells.",
    ),
  },
  result: schemas.SessionOpened,
  refusals: ["USER_DEACTIVATED", "WRONG_PASSWORD", "PASSWORD_SIGN_IN_OFF"],
  example: {
    request: { username: "alice", password: "correct horse" },
    result: { access_token: "kB3x…", user: { id: 1001, is_bot: false, first_name: "Alice", username: "alice" } },
  },
  prepare: async ({ deps, params: { username: typed, password }, client }) => {
    const from = client.network;
    // Normalized, so that other spellings of one name share its rate limit.
    const username = typed.trim().replace(/^@/, "").toLowerCase();
    const { stored, isKnown, isOn } = await deps.db.read((tx) => findNamed(tx, deps, username, from));
    if (!isOn) refuse("PASSWORD_SIGN_IN_OFF");
    const wait_s = await deps.signIns.take({ username, client_address: from, isKnownPlace: isKnown });
    if (wait_s > 0) throw new TooManyRequests(wait_s);
    const right = await isRight(deps, password, stored?.password_hash, isKnown ? "known" : "anonymous");
    if (stored && right && stored.suspended_at === null) return { ...stored, from, user_agent: client.user_agent };
    await noteFailure(deps, client, stored, right);
    return refuse(right ? "USER_DEACTIVATED" : "WRONG_PASSWORD");
  },
  async run({ tx, deps, now, fail }, { device }, { person_id, password_hash, from, user_agent }) {
    const label = sessionLabel(device, user_agent);
    const options = { person_id, label, lasts_s: deps.settings.session_s, from, way: "password" } as const;
    if (!(await isPasswordSignInOn(tx))) return fail("PASSWORD_SIGN_IN_OFF");
    const step = await stepAfterPassword(tx, deps, { person_id, password_hash, label }, now);
    if (step) return typeof step === "string" ? fail(step) : step;
    const opened = await open(tx, deps, options, password_hash, now);
    if (typeof opened === "string") return fail(opened);
    return new SessionOpened(opened.access_token, { user: presentUser(opened.person) });
  },
});

/** The person with this name, whether they have signed in from this network address before, and whether people sign in so. */
async function findNamed(tx: ReadTx, { hashes }: Deps, username: string, from: string) {
  const stored = await findCredentials(tx, username);
  const isKnown = stored && (await isKnownPlace(tx, stored.person_id, hashes.ofPlace(stored.person_id, from)));
  return { stored, isKnown: isKnown === true, isOn: await isPasswordSignInOn(tx) };
}

/** An unknown name takes as long to refuse as a wrong password. */
async function isRight(
  { passwords }: Deps,
  password: string,
  hash: string | null | undefined,
  customer: RequesterKind,
): Promise<boolean> {
  if (hash) return passwords.isRight(password, hash, customer);
  await passwords.hash(password, customer);
  return false;
}

/**
 * Adds a failed sign-in to the audit log, for known and unknown names alike, so that both take the same time. The name
 * that was tried is not recorded, because people type passwords into the wrong field.
 */
async function noteFailure(
  deps: Deps,
  client: Client,
  known: { readonly person_id: number } | undefined,
  right: boolean,
): Promise<void> {
  const reason = right ? "suspended" : known ? "wrong password" : "unknown name";
  await noteFailedSignIn(deps, client, known?.person_id, reason);
}
