/** getUserProfilePhotos: the photo of somebody whom the bot knows, in all sizes (behaviour.md §5). */
import { presentSizes } from "../../present/media.ts";
import { findAccount } from "../../store/queries/accounts/accounts.ts";
import { knows } from "../../store/queries/members/acquaintance.ts";
import { described, int, optional, ParameterError, userId } from "../engine/fields.ts";
import { botMethod } from "../engine/method.ts";
import { schemas } from "../engine/schemas.ts";

export const getUserProfilePhotos = botMethod({
  name: "getUserProfilePhotos",
  summary: "Returns the profile photo of somebody who has a private chat or a group or channel in common with the bot.",
  effect: "read",
  access: { scope: "self" },
  fields: {
    user_id: userId(),
    offset: described(optional(int()), "Photos to leave out, 0 by default. An account has at most one photo."),
    limit: described(optional(int()), "The largest number of photos, 1 to 100; 100 by default."),
  },
  result: schemas.UserProfilePhotos,
  refusals: ["USER_NOT_FOUND"],
  example: {
    request: { user_id: 1001 },
    result: {
      total_count: 1,
      photos: [[{ file_id: "AQAA…", file_unique_id: "x7Yd0q3mUe5w2r1t", file_size: 1466, width: 90, height: 90 }]],
    },
  },
  prepare({ params: { offset = 0 } }) {
    if (offset < 0) throw new ParameterError("parameter offset must be non-negative");
  },
  async run({ tx, actor, deps, fail }, { user_id, offset = 0 }) {
    const account = await findAccount(tx, user_id);
    if (!account || !(await knows(tx, actor.id, user_id))) return fail("USER_NOT_FOUND");
    const { photo } = account;
    if (photo?.kind !== "photo") return { total_count: 0, photos: [] };
    return { total_count: 1, photos: offset > 0 ? [] : [presentSizes(photo, deps.app.fileIds, actor.id)] };
  },
});
