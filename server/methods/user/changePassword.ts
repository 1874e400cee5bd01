/** changePassword: sets a new password and ends every other session. */
import { refuse } from "../../domain/refusals.ts";
import { TooManyRequests } from "../../domain/too-many-requests.ts";
import { record } from "../../store/queries/service/audit.ts";
import { deleteReset } from "../../store/queries/accounts/password-resets.ts";
import { deleteOtherSessions, passwordHashOf, setPasswordHash } from "../../store/queries/accounts/people.ts";
import { deleteSignInPlaces, saveSignInPlace } from "../../store/queries/accounts/sign-in-places.ts";
import { optional, text } from "../engine/fields.ts";
import { userMethod } from "../engine/method.ts";
import { checkPassword } from "./account-fields.ts";
import { schemas } from "../engine/schemas.ts";

export const changePassword = userMethod({
  name: "changePassword",
  summary: "Sets a new password; all other sessions of the person end.",
  effect: "write",
  locksCaller: true,
  access: { scope: "self" },
  fields: { old_password: optional(text({ max: 1024 })), new_password: text({ max: 1024 }) },
  result: schemas.True,
  refusals: ["OLD_PASSWORD_WRONG"],
  example: { request: { old_password: "correct horse", new_password: "battery staple" }, result: true },
  prepare: async ({ deps: { db, passwords, passwordChanges }, params, actor, client: { network: from } }) => {
    checkPassword(params.new_password);
    const wait_s = await passwordChanges.take(`${actor.id}`);
    if (wait_s > 0) throw new TooManyRequests(wait_s);
    const stored = await db.read((tx) => passwordHashOf(tx, actor.id));
    const right = stored === null || (await passwords.isRight(params.old_password ?? "", stored, "known"));
    if (!right) refuse("OLD_PASSWORD_WRONG");
    return { before: stored, password_hash: await passwords.hash(params.new_password, "known"), from };
  },
  async run({ tx, actor, deps, now, fail }, _params, { before, password_hash, from }) {
    // Checking and hashing took a while, in which another call may have set another password.
    if ((await passwordHashOf(tx, actor.id)) !== before) return fail("OLD_PASSWORD_WRONG");
    await setPasswordHash(tx, actor.id, password_hash);
    await deleteOtherSessions(tx, actor.id, actor.session_id);
    await deleteReset(tx, actor.id);
    await deleteSignInPlaces(tx, actor.id);
    await saveSignInPlace(tx, actor.id, deps.hashes.ofPlace(actor.id, from), now);
    await record(tx, { by: actor.id, action: "password_changed", subject: { kind: "person", id: actor.id } }, now);
    tx.append({ stream: actor.id, kind: "session", ref: 0, body: "" });
    return true;
  },
});
