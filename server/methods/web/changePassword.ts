/** changePassword: a new password; every other session ends. */
import { hashPassword, isPassword } from "../../app/passwords.ts";
import { refuse } from "../../domain/refusals.ts";
import { record } from "../../store/audit.ts";
import { deleteReset } from "../../store/password-resets.ts";
import { deleteOtherSessions, passwordHashOf, setPasswordHash } from "../../store/people.ts";
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
  prepare: async (deps, params, _files, caller) => {
    checkPassword(params.new_password);
    const stored = await deps.db.read((tx) => passwordHashOf(tx, caller.id));
    if (stored !== null && !(await isPassword(params.old_password ?? "", stored))) refuse("OLD_PASSWORD_WRONG");
    return hashPassword(params.new_password, deps.random.bytes);
  },
  async run({ tx, actor, now }, _params, password_hash) {
    await setPasswordHash(tx, actor.id, password_hash);
    await deleteOtherSessions(tx, actor.id, actor.session_id);
    await deleteReset(tx, actor.id);
    await record(tx, { by: actor.id, action: "password_changed", subject: { kind: "person", id: actor.id } }, now);
    tx.append({ stream: actor.id, kind: "session", ref: 0, body: "" });
    return true;
  },
});
