/** deleteProfilePhoto: takes one's own picture away, or that of a bot of one's own. */
import { changePhoto } from "../../app/profile.ts";
import { described, optional, userId } from "../fields.ts";
import { webMethod } from "../method.ts";
import { ownedOr } from "../own-bots.ts";
import { schemas } from "../schemas.ts";

export const deleteProfilePhoto = webMethod({
  name: "deleteProfilePhoto",
  summary: "Removes the photo of the person, or of a bot they own.",
  effect: "write",
  rate: "profiles",
  access: { scope: "self" },
  fields: { bot_id: described(optional(userId()), "The bot; the person themselves by default.") },
  result: schemas.True,
  codes: [400, 401, 404],
  refusals: ["BOT_NOT_FOUND", "NO_PROFILE_PHOTO"],
  example: { request: {}, result: true },
  async run({ tx, actor, fail }, { bot_id }) {
    const account = (await ownedOr(tx, actor, bot_id)) ?? fail("BOT_NOT_FOUND");
    if (!account.photo) return fail("NO_PROFILE_PHOTO");
    await changePhoto(tx, account, null);
    return true;
  },
});
