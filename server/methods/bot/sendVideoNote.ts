/** sendVideoNote: a round video message. */
import { definedOnly } from "../defined.ts";
import { chatId, described, int, optional } from "../fields.ts";
import { fileField } from "../file-fields.ts";
import { prepareMedia, settleMedia } from "../media.ts";
import { botMethod } from "../method.ts";
import { schemas } from "../schemas.ts";
import { bodyOf, send, SEND_FIELDS, SEND_REFUSALS } from "../sending.ts";
import { NO_CAPTION } from "../text-fields.ts";

export const sendVideoNote = botMethod({
  name: "sendVideoNote",
  summary: "Sends a round video message.",
  effect: "write",
  access: { scope: "chat", rank: "speaker" },
  sends: true,
  postOnly: true,
  files: (limits) => ({ video_note: limits.video, thumbnail: limits.photo }),
  fields: {
    chat_id: chatId(),
    video_note: described(fileField("video note"), "MP4, square."),
    duration: described(optional(int()), "Whole seconds; read from the file where left out."),
    length: described(optional(int()), "Pixels on each side; read from the file where left out."),
    thumbnail: described(optional(fileField("thumbnail")), "A picture to show in its place; uploads only."),
    ...SEND_FIELDS,
  },
  result: schemas.Message,
  codes: [400, 401, 403, 404, 413],
  refusals: [...SEND_REFUSALS, "BAD_MEDIA", "FILE_TOO_BIG", "WRONG_FILE_ID"],
  example: {
    request: { chat_id: 1001, video_note: "AQAA…" },
    result: {
      message_id: 25,
      from: { id: 1002, is_bot: true, first_name: "Echo", username: "echo_bot" },
      chat: { id: 1001, type: "private", first_name: "Alice", username: "alice" },
      date: 1_767_225_600,
      video_note: {
        file_id: "AQAA…",
        file_unique_id: "x7Yd0q3mUe5w2r1t",
        length: 240,
        duration: 4,
        mime_type: "video/mp4",
        file_size: 61_440,
      },
    },
  },
  prepare: async (deps, params, files) => {
    const caption = NO_CAPTION;
    const { duration, length } = params;
    const wish = {
      input: params.video_note,
      kind: "video_note",
      thumbnail: params.thumbnail,
      hints: definedOnly({ duration, width: length, height: length }),
    } as const;
    return { caption, file: await prepareMedia(deps, files, wish) };
  },
  async run(call, params, { caption, file }) {
    const media = await settleMedia(call.tx, call.deps, call.actor, file);
    const [message] = await send(call, params, [bodyOf(caption, { media })]);
    return message;
  },
});
