/** sendAnimation: sends a GIF or a video without sound. */
import { definedOnly } from "../engine/defined-only.ts";
import { duration, fileMethod, pixels, thumbnail } from "../messages/file-method.ts";
import { MEDIA_DISPLAY_FIELDS } from "../messages/display-options.ts";

export const sendAnimation = fileMethod({
  name: "sendAnimation",
  summary: "Sends an animation: a GIF, an animated WebP, or a video without sound.",
  kind: "animation",
  takes: "GIF, animated WebP or MP4.",
  fields: { width: pixels(), height: pixels(), duration: duration(), thumbnail: thumbnail(), ...MEDIA_DISPLAY_FIELDS },
  hints: ({ width, height, duration: lasting }) => definedOnly({ width, height, duration: lasting }),
  example: {
    file_id: "AQAA…",
    file_unique_id: "x7Yd0q3mUe5w2r1t",
    width: 320,
    height: 240,
    duration: 3,
    mime_type: "video/mp4",
    file_size: 40_960,
  },
});
