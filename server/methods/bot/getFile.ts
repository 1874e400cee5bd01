/** getFile: where the bytes behind a file_id can be fetched (behaviour.md §5). */
import { findFile } from "../../store/files.ts";
import { bytesOf, filePath } from "../../present/file-path.ts";
import { fileUniqueId } from "../../present/file-id.ts";
import { text } from "../fields.ts";
import { botMethod } from "../method.ts";
import { schemas } from "../schemas.ts";

export const getFile = botMethod({
  name: "getFile",
  summary: "Tells the path of a file; fetch it from /file/bot<token>/<file_path>.",
  effect: "read",
  access: { scope: "self" },
  fields: { file_id: { ...text({ max: 256 }), missing: "file_id is empty" } },
  result: schemas.File,
  codes: [400, 401],
  refusals: ["WRONG_FILE_ID"],
  example: {
    request: { file_id: "AQAA…" },
    result: {
      file_id: "AQAA…",
      file_unique_id: "x7Yd0q3mUe5w2r1t",
      file_size: 4096,
      file_path: "document/AQAA….pdf",
    },
  },
  async run({ tx, actor, deps, fail }, { file_id }) {
    const ref = deps.env.fileIds.read(file_id, actor.id);
    const media = ref && (await findFile(tx, ref.file));
    const bytes = media && bytesOf(media, ref.variant);
    if (!ref || !bytes) return fail("WRONG_FILE_ID");
    return {
      file_id,
      file_unique_id: fileUniqueId(bytes.sha256, ref.variant === 0 ? ref.kind : "photo"),
      file_size: bytes.size,
      file_path: filePath(ref, file_id, bytes),
    };
  },
});
