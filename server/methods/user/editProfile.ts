/** editProfile: changes the person's name, user name and description of themselves. */
import { MAX_ABOUT } from "@heliogram/shared/limits.ts";
import { changeProfile } from "../../app/accounts/profile.ts";
import { ViewerContext } from "../../present/viewer-context.ts";
import { findAccount } from "../../store/queries/accounts/accounts.ts";
import { described, optional, ParameterError, text } from "../engine/fields.ts";
import { userMethod } from "../engine/method.ts";
import { readUsername } from "./account-fields.ts";
import { schemas } from "../engine/schemas.ts";
import { readName } from "../engine/name-fields.ts";

export const editProfile = userMethod({
  name: "editProfile",
  summary: "Changes the person's own profile; omitted fields stay.",
  effect: "write",
  locksCaller: true,
  rate: "profiles",
  access: { scope: "self" },
  fields: {
    first_name: optional(text({ max: 256 })),
    last_name: optional(text({ max: 256, keepsEmpty: true })),
    username: optional(text({ max: 64 })),
    about: described(optional(text({ max: 1024, keepsEmpty: true })), "0 to 140 characters."),
  },
  result: schemas.User,
  refusals: ["USERNAME_TAKEN"],
  example: {
    request: { about: "Reads a lot" },
    result: { id: 1001, is_bot: false, first_name: "Alice", username: "alice" },
  },
  prepare: ({ params }) => {
    if ([...(params.about ?? "")].length > MAX_ABOUT)
      throw new ParameterError("about is too long: at most 140 characters are allowed");
    return {
      ...(params.first_name === undefined ? {} : { first_name: readName(params.first_name, "first_name") }),
      ...(params.last_name === undefined ? {} : { last_name: readName(params.last_name, "last_name") }),
      ...(params.username === undefined ? {} : { username: readUsername(params.username) }),
    };
  },
  async run({ tx, actor, deps, fail }, params, changes) {
    const before = (await findAccount(tx, actor.id))!;
    const after = { ...before, ...changes };
    if (!(await changeProfile(tx, after, params.about?.trim()))) return fail("USERNAME_TAKEN");
    return new ViewerContext(tx, actor, deps.app.fileIds).show(after);
  },
});
