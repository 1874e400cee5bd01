/** signIn: a person, by user name and password. */
import type { Customer } from "../../app/password-queue.ts";
import { openSession } from "../../app/sessions.ts";
import { refuse } from "../../domain/refusals.ts";
import { TooMany } from "../../domain/too-many.ts";
import { presentUser } from "../../present/users.ts";
import { record } from "../../store/audit.ts";
import { findCredentials, findPerson } from "../../store/people.ts";
import { isKnownPlace } from "../../store/sign-in-places.ts";
import { SessionOpened } from "../answer.ts";
import type { ReadTx } from "../../store/db.ts";
import type { Deps } from "../deps.ts";
import { described, optional, text } from "../fields.ts";
import { publicMethod } from "../method.ts";
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
  prepare: async (deps, { username: typed, password }, _files, _caller, from) => {
    // However it is spelt, it is one name: others would have further tries.
    const username = typed.trim().replace(/^@/, "").toLowerCase();
    const { stored, isKnown } = await deps.db.read((tx) => findNamed(tx, deps, username, from));
    const wait_s = deps.signIns.take({ username, from, isKnownPlace: isKnown });
    if (wait_s > 0) throw new TooMany(wait_s);
    const right = await isRight(deps, password, stored?.password_hash, isKnown ? "known" : "stranger");
    if (stored && right && stored.suspended_at === null) return { person_id: stored.person_id, from };
    await noteFailure(deps, stored, right);
    return refuse(right ? "USER_DEACTIVATED" : "WRONG_PASSWORD");
  },
  async run({ tx, deps, now, fail }, { device = "" }, { person_id, from }) {
    const person = await findPerson(tx, person_id);
    if (!person || person.suspended_at !== null) return fail("USER_DEACTIVATED");
    const wish = { person_id, label: device, lasts_s: deps.session_s, from };
    const access_token = await openSession(tx, deps.hashes, deps.random.bytes, wish, now);
    const subject = { kind: "person", id: person_id } as const;
    await record(tx, { by: person_id, action: "signed_in", subject, detail: device === "" ? {} : { device } }, now);
    return new SessionOpened(access_token, { user: presentUser(person) });
  },
});

/** Whose name it is, and whether its person has been signed in at this address before. */
async function findNamed(tx: ReadTx, { hashes }: Deps, username: string, from: string) {
  const stored = await findCredentials(tx, username);
  const isKnown = stored && (await isKnownPlace(tx, stored.person_id, hashes.ofPlace(stored.person_id, from)));
  return { stored, isKnown: isKnown === true };
}

/** An unknown name takes as long as a wrong password. */
async function isRight(
  { passwords }: Deps,
  password: string,
  hash: string | null | undefined,
  customer: Customer,
): Promise<boolean> {
  if (hash) return passwords.isRight(password, hash, customer);
  await passwords.hash(password, customer);
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
