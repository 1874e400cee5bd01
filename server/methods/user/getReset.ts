/** getReset: the account whose password a reset code would replace. */
import { presentUser } from "../../present/users.ts";
import { findReset } from "../../store/queries/accounts/password-resets.ts";
import { findPerson } from "../../store/queries/accounts/people.ts";
import { described, text } from "../engine/fields.ts";
import { publicMethod } from "../engine/method.ts";
import { objectOfSchema, schemas } from "../engine/schemas.ts";

export const getReset = publicMethod({
  name: "getReset",
  summary: "Returns the user whose password setPassword would replace with this code.",
  effect: "read",
  access: { scope: "anyone" },
  fields: { code: described(text({ max: 128 }), "The code at the end of the reset's link.") },
  result: objectOfSchema({ user: schemas.User }),
  refusals: ["RESET_INVALID"],
  example: {
    request: { code: "9fXw…" },
    result: { user: { id: 1002, is_bot: false, first_name: "Bob", username: "bob" } },
  },
  async run({ tx, deps, now, fail }, { code }) {
    const person_id = await findReset(tx, deps.hashes.of(code), now);
    const person = person_id === undefined ? undefined : await findPerson(tx, person_id);
    if (!person || person.suspended_at !== null) return fail("RESET_INVALID");
    return { user: presentUser(person) };
  },
});
