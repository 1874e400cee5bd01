/** editMessageMedia: replaces the file of a message. */
import { saveMedia } from "../../app/messages/save-media.ts";
import { described } from "../engine/fields.ts";
import {
  EDIT_FIELDS,
  EDIT_REFUSALS,
  requireEditable,
  requireEditSending,
  saveEdit,
  withEntities,
  withMarkup,
} from "../messages/editing.ts";
import { inputMedia, prepareElement } from "../messages/media-group.ts";
import { mediaDisplayOptions, withDisplayOptions } from "../messages/display-options.ts";
import { botMethod } from "../engine/method.ts";
import { schemas } from "../engine/schemas.ts";

export const editMessageMedia = botMethod({
  name: "editMessageMedia",
  summary: "Replaces the file of a message that the bot sent, or adds a file to a text message.",
  effect: "write",
  botRate: "edits",
  access: { scope: "chat", rank: "speaker", message: "message_id", purpose: "to edit" },
  postOnly: true,
  files: (limits) => ({ media: limits.media_group_file }),
  fields: { ...EDIT_FIELDS, media: described(inputMedia(), "The new file and its caption.") },
  result: schemas.Message,
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
    requireEditable(call);
    requireEditSending(call, media.type);
  },
  prepare: (call) => prepareElement(call, call.params.media, "adapt"),
  async run(call, params, { caption, file }) {
    requireEditable(call);
    const media = await saveMedia(call.tx, call.deps.app, call.actor, file);
    requireEditSending(call, media.kind);
    const { message } = call;
    const albumKinds = new Set(["photo", "video"]);
    const grouped = message.media_group_id !== null;
    if (grouped && albumKinds.has(media.kind) !== albumKinds.has(message.content.media?.kind ?? "")) {
      return call.fail("GROUP_STAYS_ALIKE");
    }
    const looks = mediaDisplayOptions(media, params.media);
    const content = withEntities({ ...withDisplayOptions(message.content, looks), media }, caption.entities);
    return saveEdit(call, caption.text, withMarkup(call, content, params.reply_markup));
  },
});
