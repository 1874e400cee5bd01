/** setProfilePhoto: sets the photo of the person or of one of their bots. */
import { saveMedia } from "../../app/messages/save-media.ts";
import { changePhoto } from "../../app/accounts/profile.ts";
import { described, optional, userId } from "../engine/fields.ts";
import { fileField } from "../engine/file-fields.ts";
import { prepareMedia } from "../messages/prepared-media.ts";
import { userMethod } from "../engine/method.ts";
import { findSelfOrOwnBot, isSelfOrOwnBot } from "./own-bots.ts";

export const setProfilePhoto = userMethod({
  name: "setProfilePhoto",
  summary: "Sets the photo of the person, or of a bot they own.",
  effect: "write",
  locksCaller: true,
  rate: "profiles",
  access: { scope: "self" },
  postOnly: true,
  files: (limits) => ({ photo: limits.photo }),
  fields: {
    photo: described(fileField("photo"), "A new picture, uploaded."),
    bot_id: described(optional(userId()), "The bot; the person themselves by default."),
  },
  refusals: ["BAD_MEDIA", "FILE_TOO_BIG", "WRONG_FILE_ID", "BOT_NOT_FOUND"],
  example: { request: { photo: "attach://picture" }, result: true },
  precheck: async ({ tx, actor, fail }, { bot_id }) => {
    if (!(await isSelfOrOwnBot(tx, actor, bot_id))) fail("BOT_NOT_FOUND");
  },
  prepare: (call) => prepareMedia(call, { input: call.params.photo, kind: "photo", hints: {} }),
  async run({ tx, deps, actor, fail }, { bot_id }, file) {
    const account = (await findSelfOrOwnBot(tx, actor, bot_id)) ?? fail("BOT_NOT_FOUND");
    await changePhoto(tx, account, await saveMedia(tx, deps.app, actor, file));
    return true;
  },
});
