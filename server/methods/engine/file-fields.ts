/** File parameters: an upload, a URL, or the file_id of a file sent before (behaviour.md §5). */
import { text, type Field } from "./fields.ts";

export type FileInput =
  | { readonly from: "upload"; readonly part: string }
  | { readonly from: "address"; readonly url: string }
  | { readonly from: "file_id"; readonly file_id: string };

const reference = text();

/** `what` is the name of the file in the error for a missing one. */
export function fileField(what: string): Field<FileInput> {
  return {
    read: (raw, name) => readFileInput(reference.read(raw, name).trim()),
    schema: {
      type: "string",
      description: "A file part of this name, attach://<part>, an http(s) address, or a file_id.",
    },
    missing: `there is no ${what} in the request`,
    file: true,
  };
}

/** Parses the text of a file parameter. */
export function readFileInput(value: string): FileInput {
  if (value.startsWith("attach://")) return { from: "upload", part: value.slice("attach://".length) };
  return /^https?:\/\//i.test(value) ? { from: "address", url: value } : { from: "file_id", file_id: value };
}
