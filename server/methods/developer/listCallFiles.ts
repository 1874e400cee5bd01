/** listCallFiles: the files of one recorded call, as far as the service has them. */
import { filesOfCall } from "./call-files.ts";
import { int } from "../engine/fields.ts";
import { developerMethod } from "./developer-method.ts";
import { arrayOfSchema, objectOfSchema, schemas } from "../engine/schemas.ts";

export const listCallFiles = developerMethod({
  name: "listCallFiles",
  summary:
    "Lists the files that a recorded call has sent and was answered with, and the paths from which those that the service has are downloaded. Files in a response that was cut are not among them.",
  effect: "read",
  fields: { id: int() },
  result: objectOfSchema({ files: arrayOfSchema(schemas.CallFile) }),
  refusals: ["CALL_NOT_FOUND"],
  example: {
    request: { id: 1 },
    result: {
      files: [
        {
          in: "params",
          field: "photo",
          source: "upload",
          file_name: "cat.png",
          content_type: "image/png",
          size: 4096,
          stored: {
            kind: "photo",
            mime_type: "image/jpeg",
            size: 1253,
            width: 90,
            height: 67,
            path: "/developer/file/main/photo/AQAA….jpg",
            preview_path: "/developer/file/main/photo/AQAB….jpg",
          },
        },
      ],
    },
  },
  async run({ tx, deps, developer, fail }, { id }) {
    const call = developer.calls.log.get(id) ?? fail("CALL_NOT_FOUND");
    return { files: await filesOfCall(tx, deps.app.fileIds, developer, call) };
  },
});
