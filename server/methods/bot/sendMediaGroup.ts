/** sendMediaGroup: sends an album; all of it or nothing (interface.md, sendMediaGroup). */
import { saveMedia } from "../../app/messages/save-media.ts";
import { newAlbumId } from "../../app/messages/post.ts";
import { chatId, described } from "../engine/fields.ts";
import type { PreparedFiles } from "../messages/element-file.ts";
import { mediaGroup, prepareElement } from "../messages/media-group.ts";
import { mediaDisplayOptions } from "../messages/display-options.ts";
import { botMethod } from "../engine/method.ts";
import { arrayOfSchema, schemas } from "../engine/schemas.ts";
import { bodyOf, requireSendable, send, SEND_FIELDS, SEND_REFUSALS } from "../messages/sending.ts";

const { reply_markup: _noKeyboard, ...GROUP_FIELDS } = SEND_FIELDS;

export const sendMediaGroup = botMethod({
  name: "sendMediaGroup",
  summary:
    "Sends 1 to 10 photos and videos as one album; the telegram dialect and people also send documents, or music.",
  effect: "write",
  access: { scope: "chat", rank: "speaker" },
  sends: true,
  postOnly: true,
  files: (limits) => ({ media: limits.media_group_file }),
  fields: {
    chat_id: chatId(),
    media: described(mediaGroup(), "The files of the album; uploaded files are named by attach://<part>."),
    ...GROUP_FIELDS,
  },
  result: arrayOfSchema(schemas.Message),
  refusals: [...SEND_REFUSALS, "BAD_MEDIA", "FILE_TOO_BIG", "WRONG_FILE_ID"],
  example: {
    request: { chat_id: 1001, media: [{ type: "photo", media: "AQAA…", caption: "Look" }] },
    result: [
      {
        message_id: 30,
        from: { id: 1002, is_bot: true, first_name: "Echo", username: "echo_bot" },
        chat: { id: 1001, type: "private", first_name: "Alice", username: "alice" },
        date: 1_767_225_600,
        media_group_id: "1",
        photo: [{ file_id: "AQAA…", file_unique_id: "x7Yd0q3mUe5w2r1t", file_size: 1253, width: 90, height: 67 }],
        caption: "Look",
      },
    ],
  },
  precheck: (call, params) =>
    requireSendable(
      call,
      params.media.map(({ type }) => type),
      params,
    ),
  prepare: async (call) => {
    const elements = [];
    const ready: PreparedFiles = new Map();
    for (const element of call.params.media) {
      elements.push(await prepareElement(call, element, "refuse", ready));
    }
    return elements;
  },
  async run(call, params, elements) {
    const media_group_id = await newAlbumId(call.tx);
    const bodies = [];
    for (const [i, { caption, file }] of elements.entries()) {
      const media = await saveMedia(call.tx, call.deps.app, call.actor, file);
      const looks = mediaDisplayOptions(media, params.media[i]!);
      bodies.push({ ...bodyOf(caption, { media, ...looks }), media_group_id });
    }
    return send(call, { ...params, reply_markup: undefined }, bodies);
  },
});
