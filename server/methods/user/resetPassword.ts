/** resetPassword: creates a link with which a person sets a new password. */
import { makeReset } from "../../app/accounts/password-resets.ts";
import { lockPerson } from "../../store/queries/accounts/people.ts";
import { userId } from "../engine/fields.ts";
import { userMethod } from "../engine/method.ts";
import { schemas } from "../engine/schemas.ts";

export const resetPassword = userMethod({
  name: "resetPassword",
  summary: "Creates a link with which a person can set a new password once, within a day. It replaces an older link.",
  effect: "write",
  access: { scope: "owner" },
  fields: { user_id: userId() },
  result: schemas.NewCode,
  refusals: ["USER_NOT_FOUND", "USER_DEACTIVATED"],
  example: {
    request: { user_id: 1002 },
    result: { code: "9fXw…", link: "https://chat.example/reset/9fXw…", expires_at: 1_767_312_000 },
  },
  async run({ tx, deps, actor, now, fail, address }, { user_id }) {
    const person = (await lockPerson(tx, user_id)) ?? fail("USER_NOT_FOUND");
    const mint = { hashes: deps.hashes, bytes: deps.random.bytes };
    const reset = await makeReset(tx, actor.id, mint, person, now);
    if (reset === "USER_DEACTIVATED") return fail(reset);
    return { code: reset.code, link: `${address}/reset/${reset.code}`, expires_at: reset.expires_at };
  },
});
