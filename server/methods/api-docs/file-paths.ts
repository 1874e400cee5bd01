/** The paths for downloading files, for the OpenAPI document. They are no methods, so they have no declaration. */
import { bytes, common, failing } from "./responses.ts";

const path = {
  name: "file_path",
  in: "path",
  required: true,
  description: "The path from `getFile` for bots, or from objects for people; its slashes may be escaped.",
  schema: { type: "string" },
};
const range = {
  name: "Range",
  in: "header",
  required: false,
  description: "One range of bytes.",
  schema: { type: "string" },
  example: "bytes=0-1023",
};
const traceparent = { $ref: "#/components/parameters/traceparent" };
const COMMON = common();

/** The paths of files, for bots and for people. */
export function filePaths(token: object): Record<string, object> {
  return {
    "/file/bot{token}/{file_path}": paths("bots", [token, path, range, traceparent], {}),
    "/api/file/{file_path}": paths("people", [path, range, traceparent], {
      "403": failing("The request comes from another site's page."),
    }),
  };
}

function paths(api: "bots" | "people", parameters: readonly object[], own: object): object {
  const headers = {
    "Accept-Ranges": { schema: { const: "bytes" } },
    ETag: { schema: { type: "string" } },
  };
  const get = (name: string) => ({
    operationId: `${api}_${name}`,
    summary: "Downloads a file.",
    description: "Returns the whole file, or one range of it.",
    tags: [api],
    security: api === "people" ? [{ session: [] }] : [],
    responses: {
      "200": bytes("The whole file.", headers),
      "206": bytes("The requested range of bytes.", {
        ...headers,
        "Content-Range": { schema: { type: "string" } },
      }),
      "401": failing("The credential is missing, wrong, or was replaced."),
      ...own,
      "404": failing("There is no such file for this caller."),
      "416": {
        description: "The range is outside the file.",
        headers: {
          "X-Trace-Id": { $ref: "#/components/headers/TraceId" },
          "Content-Range": { schema: { type: "string" } },
        },
      },
      ...COMMON,
    },
  });
  return { parameters, get: get("file"), head: get("fileHead") };
}
