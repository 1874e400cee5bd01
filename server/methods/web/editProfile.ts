/** editProfile: the person's own name, user name and a few words about them. */
import { tellProfile } from "../../app/profile.ts";
import { View } from "../../present/view.ts";
import { aboutOf, findAccount, takeUsername, updateProfile } from "../../store/accounts.ts";
import { described, optional, ParameterFault, text } from "../fields.ts";
import { webMethod } from "../method.ts";
import { readName, readUsername } from "../passwords.ts";
import { schemas } from "../schemas.ts";

const MAX_ABOUT = 140;

export const editProfile = webMethod({
  name: "editProfile",
  summary: "Changes the person's own profile; what is left out stays.",
  effect: "write",
  rate: "profiles",
  access: { scope: "self" },
  fields: {
    first_name: optional(text({ max: 256 })),
    last_name: optional(text({ max: 256, keepsEmpty: true })),
    username: optional(text({ max: 64 })),
    about: described(optional(text({ max: 1024, keepsEmpty: true })), "0 to 140 characters."),
  },
  result: schemas.User,
  codes: [400, 401],
  refusals: ["USERNAME_TAKEN"],
  example: {
    request: { about: "Reads a lot" },
    result: { id: 1001, is_bot: false, first_name: "Alice", username: "alice" },
  },
  prepare: (_deps, params) => {
    if ([...(params.about ?? "")].length > MAX_ABOUT)
      throw new ParameterFault("about is too long: at most 140 characters are allowed");
    return {
      ...(params.first_name === undefined ? {} : { first_name: readName(params.first_name, "first_name") }),
      ...(params.last_name === undefined ? {} : { last_name: readName(params.last_name, "last_name") }),
      ...(params.username === undefined ? {} : { username: readUsername(params.username) }),
    };
  },
  async run({ tx, actor, deps, fail }, params, changes) {
    const before = (await findAccount(tx, actor.id))!;
    const after = { ...before, ...changes };
    if (!(await takeUsername(tx, actor.id, after.username))) return fail("USERNAME_TAKEN");
    await updateProfile(tx, after, params.about?.trim() ?? (await aboutOf(tx, actor.id)));
    await tellProfile(tx, after);
    return new View(tx, actor, deps.env.fileIds).show(after);
  },
});
