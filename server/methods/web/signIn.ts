/** signIn: a person, by user name and password. */
import { hashPassword, isPassword } from "../../app/passwords.ts";
import { openSession } from "../../app/sessions.ts";
import { refuse } from "../../domain/refusals.ts";
import { presentUser } from "../../present/users.ts";
import { findCredentials, findPerson } from "../../store/people.ts";
import { SessionOpened } from "../answer.ts";
import { described, optional, text } from "../fields.ts";
import { publicMethod } from "../method.ts";
import { TooMany } from "../too-many.ts";

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
  result: { type: "object" },
  codes: [400, 401, 403],
  refusals: ["USER_DEACTIVATED"],
  example: {
    request: { username: "alice", password: "correct horse" },
    result: { access_token: "kB3x…", user: { id: 1001, is_bot: false, first_name: "Alice", username: "alice" } },
  },
  prepare: async (deps, { username, password }) => {
    const wait_s = deps.signInAttempts.take(username.toLowerCase());
    if (wait_s > 0) throw new TooMany(wait_s);
    const stored = await deps.db.read((tx) => findCredentials(tx, username));
    if (!stored?.password_hash) {
      // An unknown name takes as long as a wrong password.
      await hashPassword(password, deps.random.bytes);
      return refuse("WRONG_PASSWORD");
    }
    const right = await isPassword(password, stored.password_hash);
    return right ? stored.person_id : refuse("WRONG_PASSWORD");
  },
  async run({ tx, deps, now, fail }, params, person_id) {
    const person = await findPerson(tx, person_id);
    if (!person || person.suspended_at !== null) return fail("USER_DEACTIVATED");
    const wish = { person_id, label: params.device ?? "", lasts_s: deps.session_s };
    const access_token = await openSession(tx, deps.hashes, deps.random.bytes, wish, now);
    return new SessionOpened(access_token, { user: presentUser(person) });
  },
});
