/** openSession: a person's session without a password, so that a program or a page can be that person. */
import { openSession as open } from "../../app/accounts/sessions.ts";
import { presentUser } from "../../present/users.ts";
import { findUsername } from "../../store/queries/accounts/accounts.ts";
import { findPerson } from "../../store/queries/accounts/people.ts";
import { SessionOpened } from "../engine/api-response.ts";
import { chatId, described } from "../engine/fields.ts";
import { developerMethod } from "./developer-method.ts";
import { schemas } from "../engine/schemas.ts";

export const openSession = developerMethod({
  name: "openSession",
  summary:
    "Opens a session of a person without their password. Its access token is the credential of the user API; a page of the service gets it as a cookie instead.",
  effect: "write",
  fields: { person: described(chatId(), "A person, by their id or user name.") },
  result: schemas.SessionOpened,
  refusals: ["USER_NOT_FOUND", "USER_DEACTIVATED"],
  example: {
    request: { person: "alice" },
    result: { access_token: "kB3x…", user: { id: 1001, is_bot: false, first_name: "Alice", username: "alice" } },
  },
  async run({ tx, deps, now, fail }, { person: ref }) {
    const id = typeof ref === "string" ? await findUsername(tx, ref.replace(/^@/, "")) : ref;
    const person = id === undefined ? undefined : await findPerson(tx, id);
    if (!person) return fail("USER_NOT_FOUND");
    if (person.suspended_at !== null) return fail("USER_DEACTIVATED");
    const session = {
      person_id: person.id,
      label: "developer mode",
      lasts_s: deps.settings.session_s,
      way: "developer",
    } as const;
    const { access_token } = await open(tx, deps.hashes, deps.random.bytes, session, now);
    return new SessionOpened(access_token, { user: presentUser(person) });
  },
});
