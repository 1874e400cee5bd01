/** deleteProfilePhoto: removes the photo of the person or of one of their bots. */
import { changePhoto } from "../../app/accounts/profile.ts";
import { described, optional, userId } from "../engine/fields.ts";
import { userMethod } from "../engine/method.ts";
import { findSelfOrOwnBot } from "./own-bots.ts";

export const deleteProfilePhoto = userMethod({
  name: "deleteProfilePhoto",
  summary: "Removes the photo of the person, or of a bot they own.",
  effect: "write",
  locksCaller: true,
  rate: "profiles",
  access: { scope: "self" },
  fields: { bot_id: described(optional(userId()), "The bot; the person themselves by default.") },
  refusals: ["BOT_NOT_FOUND", "NO_PROFILE_PHOTO"],
  example: { request: {}, result: true },
  async run({ tx, actor, fail }, { bot_id }) {
    const account = (await findSelfOrOwnBot(tx, actor, bot_id)) ?? fail("BOT_NOT_FOUND");
    if (!account.photo) return fail("NO_PROFILE_PHOTO");
    await changePhoto(tx, account, null);
    return true;
  },
});
