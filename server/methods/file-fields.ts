/** Files as methods take them: an upload, an address, or the file_id of one sent before (behaviour.md §5). */
import type { Field } from "./fields.ts";

export type FileInput =
  | { readonly from: "upload"; readonly part: string }
  | { readonly from: "address"; readonly url: string }
  | { readonly from: "file_id"; readonly file_id: string };

/** `what` is how the sentence about a missing file calls it. */
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

/** What a text stands for where a file is expected. */
export function readFileInput(text: string): FileInput {
  if (text.startsWith("attach://")) return { from: "upload", part: text.slice("attach://".length) };
  return /^https?:\/\//i.test(text) ? { from: "address", url: text } : { from: "file_id", file_id: text };
}
