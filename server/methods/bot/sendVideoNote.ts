/** sendVideoNote: sends a round video message. */
import { definedOnly } from "../engine/defined-only.ts";
import { duration, fileMethod, pixels, thumbnail } from "../messages/file-method.ts";

export const sendVideoNote = fileMethod({
  name: "sendVideoNote",
  summary: "Sends a round video message.",
  kind: "video_note",
  takes: "MP4, square; another one becomes a video.",
  uncaptioned: true,
  fields: { duration: duration(), length: pixels(), thumbnail: thumbnail() },
  hints: ({ duration: lasting, length }) => definedOnly({ duration: lasting, width: length, height: length }),
  example: {
    file_id: "AQAA…",
    file_unique_id: "x7Yd0q3mUe5w2r1t",
    length: 240,
    duration: 4,
    mime_type: "video/mp4",
    file_size: 61_440,
  },
});
