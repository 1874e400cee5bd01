/** sendVoice: a voice message (interface.md, sendVoice). */
import { definedOnly } from "../defined.ts";
import { chatId, described, int, optional, text } from "../fields.ts";
import { fileField } from "../file-fields.ts";
import { prepareMedia, settleMedia } from "../media.ts";
import { botMethod } from "../method.ts";
import { schemas } from "../schemas.ts";
import { bodyOf, send, SEND_FIELDS, SEND_REFUSALS } from "../sending.ts";
import { entitiesField, parseMode, readCaption } from "../text-fields.ts";

export const sendVoice = botMethod({
  name: "sendVoice",
  summary: "Sends a voice message.",
  effect: "write",
  access: { scope: "chat", rank: "speaker" },
  sends: true,
  postOnly: true,
  files: (limits) => ({ voice: limits.voice }),
  fields: {
    chat_id: chatId(),
    voice: described(fileField("voice"), "OGG with Opus, MP3, M4A, or WebM with Opus."),
    caption: described(optional(text()), "0 to 1024 characters once its entities are read."),
    parse_mode: optional(parseMode()),
    caption_entities: optional(entitiesField()),
    duration: described(optional(int()), "Whole seconds; read from the file where left out."),
    ...SEND_FIELDS,
  },
  result: schemas.Message,
  codes: [400, 401, 403, 404, 413],
  refusals: [...SEND_REFUSALS, "BAD_MEDIA", "FILE_TOO_BIG", "WRONG_FILE_ID"],
  example: {
    request: { chat_id: 1001, voice: "AQAA…", caption: "Look" },
    result: {
      message_id: 24,
      from: { id: 1002, is_bot: true, first_name: "Echo", username: "echo_bot" },
      chat: { id: 1001, type: "private", first_name: "Alice", username: "alice" },
      date: 1_767_225_600,
      voice: {
        file_id: "AQAA…",
        file_unique_id: "x7Yd0q3mUe5w2r1t",
        duration: 4,
        mime_type: "audio/ogg",
        file_size: 9216,
      },
      caption: "Look",
    },
  },
  prepare: async (deps, params, files) => {
    const caption = readCaption(params.caption, params.parse_mode, params.caption_entities);
    const { duration } = params;
    const wish = { input: params.voice, kind: "voice", hints: definedOnly({ duration }) } as const;
    return { caption, file: await prepareMedia(deps, files, wish) };
  },
  async run(call, params, { caption, file }) {
    const media = await settleMedia(call.tx, call.deps, call.actor, file);
    const [message] = await send(call, params, [bodyOf(caption, { media })]);
    return message;
  },
});
