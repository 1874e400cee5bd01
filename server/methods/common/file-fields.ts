/** File parameters: an upload, a URL, or the file_id of a file sent before (behaviour.md §5). */
import type { Field } from "../engine/fields.ts";

export type FileInput =
  | { readonly from: "upload"; readonly part: string }
  | { readonly from: "address"; readonly url: string }
  | { readonly from: "file_id"; readonly file_id: string };

/** `what` is the name of the file in the error for a missing one. */
export function fileField(what: string): Field<FileInput> {
  return {
    read: (raw) => readFileInput(String(raw).trim()),
    schema: {
      type: "string",
      description: "A file part of this name, attach://<part>, an http(s) address, or a file_id.",
    },
    missing: `there is no ${what} in the request`,
    file: true,
  };
}

/** Parses the text of a file parameter. */
export function readFileInput(text: string): FileInput {
  if (text.startsWith("attach://")) return { from: "upload", part: text.slice("attach://".length) };
  return /^https?:\/\//i.test(text) ? { from: "address", url: text } : { from: "file_id", file_id: text };
}
