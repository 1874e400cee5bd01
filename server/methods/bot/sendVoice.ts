/** sendVoice: a voice message (interface.md, sendVoice). */
import { definedOnly } from "../defined.ts";
import { duration, fileMethod } from "../file-method.ts";

export const sendVoice = fileMethod({
  name: "sendVoice",
  summary: "Sends a voice message.",
  kind: "voice",
  takes: "OGG with Opus, MP3, M4A, or WebM with Opus.",
  fields: { duration: duration() },
  hints: ({ duration: lasting }) => definedOnly({ duration: lasting }),
  example: {
    file_id: "AQAA…",
    file_unique_id: "x7Yd0q3mUe5w2r1t",
    duration: 4,
    mime_type: "audio/ogg",
    file_size: 9216,
  },
});
