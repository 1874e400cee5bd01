/** sendAudio: sends music, shown with a player (interface.md, sendAudio). */
import { definedOnly } from "../engine/defined-only.ts";
import { optional, text } from "../engine/fields.ts";
import { duration, fileMethod, thumbnail } from "../messages/file-method.ts";

const words = optional(text({ max: 256 }));

export const sendAudio = fileMethod({
  name: "sendAudio",
  summary: "Sends music; clients show a player.",
  kind: "audio",
  takes: "MP3, M4A, FLAC, OGG or WAV.",
  fields: { duration: duration(), performer: words, title: words, thumbnail: thumbnail() },
  hints: ({ duration: lasting, performer, title }) => definedOnly({ duration: lasting, performer, title }),
  example: {
    file_id: "AQAA…",
    file_unique_id: "x7Yd0q3mUe5w2r1t",
    duration: 215,
    mime_type: "audio/mpeg",
    file_size: 3_440_640,
  },
});
