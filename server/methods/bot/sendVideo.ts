/** sendVideo: sends a video (interface.md, sendVideo). */
import { definedOnly } from "../engine/defined-only.ts";
import { duration, fileMethod, pixels, thumbnail } from "../messages/file-method.ts";
import { MEDIA_DISPLAY_FIELDS } from "../messages/display-options.ts";

export const sendVideo = fileMethod({
  name: "sendVideo",
  summary: "Sends a video.",
  kind: "video",
  takes: "MP4, MOV, WebM or MKV.",
  fields: { width: pixels(), height: pixels(), duration: duration(), thumbnail: thumbnail(), ...MEDIA_DISPLAY_FIELDS },
  hints: ({ width, height, duration: lasting }) => definedOnly({ width, height, duration: lasting }),
  example: {
    file_id: "AQAA…",
    file_unique_id: "x7Yd0q3mUe5w2r1t",
    width: 640,
    height: 360,
    duration: 12,
    mime_type: "video/mp4",
    file_size: 90_112,
  },
});
