/** getFile: the path for downloading the file with a file_id (behaviour.md §5). */
import { findFile } from "../../store/queries/files/files.ts";
import { bytesOf, filePath } from "../../present/file-path.ts";
import { fileUniqueId } from "../../present/file-id.ts";
import { text } from "../engine/fields.ts";
import { botMethod } from "../engine/method.ts";
import { schemas } from "../engine/schemas.ts";

export const getFile = botMethod({
  name: "getFile",
  summary: "Returns the path of a file; download it from /file/bot<token>/<file_path>.",
  effect: "read",
  access: { scope: "self" },
  fields: { file_id: { ...text({ max: 256 }), missing: "file_id is empty" } },
  result: schemas.File,
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
    const ref = deps.app.fileIds.read(file_id, actor.id);
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
