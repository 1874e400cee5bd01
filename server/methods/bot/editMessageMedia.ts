/** editMessageMedia: puts another file into a message the bot sent. */
import { described } from "../fields.ts";
import {
  EDIT_FIELDS,
  EDIT_REFUSALS,
  requireOwn,
  requireSaying,
  saveEdit,
  withEntities,
  withMarkup,
} from "../editing.ts";
import { inputMedia, prepareElement } from "../media-group.ts";
import { settleMedia } from "../media.ts";
import { mediaLooks, withLooks } from "../looks.ts";
import { botMethod } from "../method.ts";
import { schemas } from "../schemas.ts";

export const editMessageMedia = botMethod({
  name: "editMessageMedia",
  summary: "Replaces the file of a message the bot sent, or gives one to a text message.",
  effect: "write",
  access: { scope: "chat", rank: "speaker", message: "message_id", purpose: "to edit" },
  postOnly: true,
  files: (limits) => ({ media: limits.media_group_file }),
  fields: { ...EDIT_FIELDS, media: described(inputMedia(), "The new file and its caption.") },
  result: schemas.Message,
  codes: [400, 401, 403, 404, 413],
  refusals: [...EDIT_REFUSALS, "BAD_MEDIA", "FILE_TOO_BIG", "WRONG_FILE_ID", "GROUP_STAYS_ALIKE"],
  example: {
    request: { chat_id: 1001, message_id: 9, media: { type: "photo", media: "AQAA…" } },
    result: {
      message_id: 9,
      from: { id: 1002, is_bot: true, first_name: "Echo", username: "echo_bot" },
      chat: { id: 1001, type: "private", first_name: "Alice", username: "alice" },
      date: 1_767_225_600,
      edit_date: 1_767_225_660,
      photo: [{ file_id: "AQAA…", file_unique_id: "x7Yd0q3mUe5w2r1t", file_size: 1253, width: 90, height: 67 }],
    },
  },
  precheck: (call, { media }) => {
    requireOwn(call);
    requireSaying(call, media.type);
  },
  prepare: (deps, params, uploads, account, _from, clear) =>
    prepareElement({ deps, uploads, account, clear }, params.media),
  async run(call, params, { caption, file }) {
    requireOwn(call);
    const media = await settleMedia(call.tx, call.deps, call.actor, file);
    requireSaying(call, media.kind);
    const { message } = call;
    const albumKinds = new Set(["photo", "video"]);
    const grouped = message.media_group_id !== null;
    if (grouped && albumKinds.has(media.kind) !== albumKinds.has(message.content.media?.kind ?? "")) {
      return call.fail("GROUP_STAYS_ALIKE");
    }
    const looks = mediaLooks(media, params.media);
    const content = withEntities({ ...withLooks(message.content, looks), media }, caption.entities);
    return saveEdit(call, caption.text, withMarkup(call, content, params.reply_markup));
  },
});
