/** sendDocument: sends a file of any type (interface.md, sendDocument). */
import { fileMethod, thumbnail } from "../messages/file-method.ts";

export const sendDocument = fileMethod({
  name: "sendDocument",
  summary: "Sends a file of any type.",
  kind: "document",
  takes: "Any file, up to 100 MB.",
  fields: { thumbnail: thumbnail() },
  hints: () => ({}),
  example: {
    file_id: "AQAA…",
    file_unique_id: "x7Yd0q3mUe5w2r1t",
    file_name: "plan.pdf",
    mime_type: "application/pdf",
    file_size: 4096,
  },
});
