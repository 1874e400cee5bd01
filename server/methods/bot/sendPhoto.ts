/** sendPhoto: sends a photo (interface.md, Endpoint table: sendphoto). */
import { fileMethod } from "../messages/file-method.ts";
import { MEDIA_DISPLAY_FIELDS } from "../messages/display-options.ts";

export const sendPhoto = fileMethod({
  name: "sendPhoto",
  summary: "Sends a photo.",
  kind: "photo",
  takes:
    "JPEG, PNG, WebP or GIF; it is stored in up to four sizes, without its metadata. An animated WebP becomes an animation.",
  fields: { ...MEDIA_DISPLAY_FIELDS },
  hints: () => ({}),
  example: [{ file_id: "AQAA…", file_unique_id: "x7Yd0q3mUe5w2r1t", file_size: 1253, width: 90, height: 67 }],
});
