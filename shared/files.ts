/** The kinds of files in messages, and what a file of each kind shows besides its ids and its size. */

/** A file_id has the position of its kind in this list, so the order never changes. */
export const FILE_KINDS = ["photo", "video", "audio", "voice", "document", "animation", "video_note"] as const;
export type FileKind = (typeof FILE_KINDS)[number];

export type FileDetail =
  | "width"
  | "height"
  | "length"
  | "duration"
  | "performer"
  | "title"
  | "mime_type"
  | "file_name"
  | "thumbnail";

/** The details of each kind in the order of the objects (interface.md, Message). A photo is a list of sizes. */
export const FILE_DETAILS = {
  video: ["width", "height", "duration", "file_name", "mime_type", "thumbnail"],
  audio: ["duration", "title", "performer", "file_name", "mime_type", "thumbnail"],
  voice: ["duration", "mime_type"],
  document: ["file_name", "mime_type", "thumbnail"],
  animation: ["width", "height", "duration", "file_name", "mime_type", "thumbnail"],
  video_note: ["length", "duration", "mime_type", "thumbnail"],
} as const satisfies Readonly<Record<Exclude<FileKind, "photo">, readonly FileDetail[]>>;
