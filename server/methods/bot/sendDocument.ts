/** sendDocument: a file of any type (interface.md, sendDocument). */
import { chatId, described, optional, text } from "../fields.ts";
import { fileField } from "../file-fields.ts";
import { prepareMedia, settleMedia } from "../media.ts";
import { botMethod } from "../method.ts";
import { schemas } from "../schemas.ts";
import { bodyOf, send, SEND_FIELDS, SEND_REFUSALS } from "../sending.ts";
import { entitiesField, parseMode, readCaption } from "../text-fields.ts";

export const sendDocument = botMethod({
  name: "sendDocument",
  summary: "Sends a file of any type.",
  effect: "write",
  access: { scope: "chat", rank: "speaker" },
  sends: true,
  postOnly: true,
  files: (limits) => ({ document: limits.document, thumbnail: limits.photo }),
  fields: {
    chat_id: chatId(),
    document: described(fileField("document"), "Any file, up to 100 MB."),
    caption: described(optional(text()), "0 to 1024 characters once its entities are read."),
    parse_mode: optional(parseMode()),
    caption_entities: optional(entitiesField()),
    thumbnail: described(optional(fileField("thumbnail")), "A picture to show in its place; uploads only."),
    ...SEND_FIELDS,
  },
  result: schemas.Message,
  codes: [400, 401, 403, 404, 413],
  refusals: [...SEND_REFUSALS, "BAD_MEDIA", "FILE_TOO_BIG", "WRONG_FILE_ID"],
  example: {
    request: { chat_id: 1001, document: "AQAA…", caption: "Look" },
    result: {
      message_id: 26,
      from: { id: 1002, is_bot: true, first_name: "Echo", username: "echo_bot" },
      chat: { id: 1001, type: "private", first_name: "Alice", username: "alice" },
      date: 1_767_225_600,
      document: {
        file_id: "AQAA…",
        file_unique_id: "x7Yd0q3mUe5w2r1t",
        file_name: "plan.pdf",
        mime_type: "application/pdf",
        file_size: 4096,
      },
      caption: "Look",
    },
  },
  prepare: async (deps, params, files) => {
    const caption = readCaption(params.caption, params.parse_mode, params.caption_entities);
    const wish = { input: params.document, kind: "document", thumbnail: params.thumbnail, hints: {} } as const;
    return { caption, file: await prepareMedia(deps, files, wish) };
  },
  async run(call, params, { caption, file }) {
    const media = await settleMedia(call.tx, call.deps, call.actor, file);
    const [message] = await send(call, params, [bodyOf(caption, { media })]);
    return message;
  },
});
