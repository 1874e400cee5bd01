/** changePassword: a new password; every other session ends. */
import { refuse } from "../../domain/refusals.ts";
import { TooMany } from "../../domain/too-many.ts";
import { record } from "../../store/audit.ts";
import { deleteReset } from "../../store/password-resets.ts";
import { deleteOtherSessions, passwordHashOf, setPasswordHash } from "../../store/people.ts";
import { forgetPlaces, keepPlace } from "../../store/sign-in-places.ts";
import { optional, text } from "../fields.ts";
import { webMethod } from "../method.ts";
import { checkPassword } from "../passwords.ts";
import { schemas } from "../schemas.ts";

export const changePassword = webMethod({
  name: "changePassword",
  summary: "Sets a new password; the person stays signed in here alone.",
  effect: "write",
  access: { scope: "self" },
  fields: { old_password: optional(text({ max: 1024 })), new_password: text({ max: 1024 }) },
  result: schemas.True,
  codes: [400, 401],
  refusals: ["OLD_PASSWORD_WRONG"],
  example: { request: { old_password: "correct horse", new_password: "battery staple" }, result: true },
  prepare: async ({ db, passwords, passwordChanges }, params, _files, caller, from) => {
    checkPassword(params.new_password);
    const wait_s = passwordChanges.take(`${caller.id}`);
    if (wait_s > 0) throw new TooMany(wait_s);
    const stored = await db.read((tx) => passwordHashOf(tx, caller.id));
    const right = stored === null || (await passwords.isRight(params.old_password ?? "", stored, "known"));
    if (!right) refuse("OLD_PASSWORD_WRONG");
    return { password_hash: await passwords.hash(params.new_password, "known"), from };
  },
  async run({ tx, actor, deps, now }, _params, { password_hash, from }) {
    await setPasswordHash(tx, actor.id, password_hash);
    await deleteOtherSessions(tx, actor.id, actor.session_id);
    await deleteReset(tx, actor.id);
    await forgetPlaces(tx, actor.id);
    await keepPlace(tx, actor.id, deps.hashes.ofPlace(actor.id, from), now);
    await record(tx, { by: actor.id, action: "password_changed", subject: { kind: "person", id: actor.id } }, now);
    tx.append({ stream: actor.id, kind: "session", ref: 0, body: "" });
    return true;
  },
});
