/** setProfilePhoto: one's own picture, or that of a bot of one's own. */
import { changePhoto } from "../../app/profile.ts";
import { described, optional, userId } from "../fields.ts";
import { fileField } from "../file-fields.ts";
import { prepareMedia, settleMedia } from "../media.ts";
import { webMethod } from "../method.ts";
import { ownedOr, ownsOr } from "../own-bots.ts";
import { schemas } from "../schemas.ts";

export const setProfilePhoto = webMethod({
  name: "setProfilePhoto",
  summary: "Sets the photo of the person, or of a bot they own.",
  effect: "write",
  rate: "profiles",
  access: { scope: "self" },
  postOnly: true,
  files: (limits) => ({ photo: limits.photo }),
  fields: {
    photo: described(fileField("photo"), "A new picture, uploaded."),
    bot_id: described(optional(userId()), "The bot; the person themselves by default."),
  },
  result: schemas.True,
  codes: [400, 401, 404, 413],
  refusals: ["BAD_MEDIA", "FILE_TOO_BIG", "WRONG_FILE_ID", "BOT_NOT_FOUND"],
  example: { request: { photo: "attach://picture" }, result: true },
  precheck: async ({ tx, actor, fail }, { bot_id }) => {
    if (!(await ownsOr(tx, actor, bot_id))) fail("BOT_NOT_FOUND");
  },
  prepare: (deps, params, uploads, account, _from, clear) =>
    prepareMedia({ deps, uploads, account, clear }, { input: params.photo, kind: "photo", hints: {} }),
  async run({ tx, deps, actor, fail }, { bot_id }, file) {
    const account = (await ownedOr(tx, actor, bot_id)) ?? fail("BOT_NOT_FOUND");
    await changePhoto(tx, account, await settleMedia(tx, deps, actor, file));
    return true;
  },
});
