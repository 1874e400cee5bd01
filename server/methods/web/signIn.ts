/** signIn: a person, by user name and password. */
import { hashPassword, isPassword } from "../../app/passwords.ts";
import { openSession } from "../../app/sessions.ts";
import { refuse } from "../../domain/refusals.ts";
import { presentUser } from "../../present/users.ts";
import { record } from "../../store/audit.ts";
import { findCredentials, findPerson } from "../../store/people.ts";
import { SessionOpened } from "../answer.ts";
import type { Deps } from "../deps.ts";
import { described, optional, text } from "../fields.ts";
import { publicMethod } from "../method.ts";
import { TooMany } from "../too-many.ts";
import { schemas } from "../schemas.ts";

export const signIn = publicMethod({
  name: "signIn",
  summary: "Opens a session for whoever knows the password.",
  effect: "write",
  access: { scope: "anyone" },
  fields: {
    username: text({ max: 64 }),
    password: text({ max: 1024 }),
    device: described(optional(text({ max: 64 })), "What the person will see in the list of sessions."),
  },
  result: schemas.SessionOpened,
  codes: [400, 401, 403],
  refusals: ["USER_DEACTIVATED"],
  example: {
    request: { username: "alice", password: "correct horse" },
    result: { access_token: "kB3x…", user: { id: 1001, is_bot: false, first_name: "Alice", username: "alice" } },
  },
  prepare: async (deps, { username: typed, password }) => {
    // However it is spelt, it is one name: others would have further tries.
    const username = typed.trim().replace(/^@/, "").toLowerCase();
    const wait_s = deps.signInAttempts.take(username);
    if (wait_s > 0) throw new TooMany(wait_s);
    const stored = await deps.db.read((tx) => findCredentials(tx, username));
    const right = await isRight(deps, password, stored?.password_hash);
    if (stored && right && stored.suspended_at === null) return stored.person_id;
    await noteFailure(deps, stored, right);
    return refuse(right ? "USER_DEACTIVATED" : "WRONG_PASSWORD");
  },
  async run({ tx, deps, now, fail }, { device = "" }, person_id) {
    const person = await findPerson(tx, person_id);
    if (!person || person.suspended_at !== null) return fail("USER_DEACTIVATED");
    const wish = { person_id, label: device, lasts_s: deps.session_s };
    const access_token = await openSession(tx, deps.hashes, deps.random.bytes, wish, now);
    const subject = { kind: "person", id: person_id } as const;
    await record(tx, { by: person_id, action: "signed_in", subject, detail: device === "" ? {} : { device } }, now);
    return new SessionOpened(access_token, { user: presentUser(person) });
  },
});

/** An unknown name takes as long as a wrong password. */
async function isRight({ random }: Deps, password: string, hash: string | null | undefined): Promise<boolean> {
  if (hash) return isPassword(password, hash);
  await hashPassword(password, random.bytes);
  return false;
}

/**
 * Puts a failure into the audit log, for known and unknown names alike, so that neither takes longer. The name that was
 * tried stays out: people type passwords into the wrong field.
 */
async function noteFailure(
  deps: Deps,
  known: { readonly person_id: number } | undefined,
  right: boolean,
): Promise<void> {
  if (deps.failuresOnRecord.take("sign-in") > 0) return;
  const reason = right ? "suspended" : known ? "wrong password" : "unknown name";
  const subject = known && ({ kind: "person", id: known.person_id } as const);
  const note = {
    by: "stranger",
    action: "sign_in_failed",
    detail: { reason },
    ...(subject ? { subject } : {}),
  } as const;
  await deps.db.write((tx) => record(tx, note, Math.floor(deps.clock.now() / 1000)));
}
