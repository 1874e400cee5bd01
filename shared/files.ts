/**
 * The kinds of files in messages. Whatever depends on the kind follows from this module, or is a map that does not
 * compile without each kind.
 */

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

/**
 * What a file of each kind shows besides its ids and its size, in the order of its object (interface.md, Message). A
 * photo is a list of sizes.
 */
export const FILE_DETAILS = {
  video: ["width", "height", "duration", "file_name", "mime_type", "thumbnail"],
  audio: ["duration", "title", "performer", "file_name", "mime_type", "thumbnail"],
  voice: ["duration", "mime_type"],
  document: ["file_name", "mime_type", "thumbnail"],
  animation: ["width", "height", "duration", "file_name", "mime_type", "thumbnail"],
  video_note: ["length", "duration", "mime_type", "thumbnail"],
} as const satisfies Readonly<Record<Exclude<FileKind, "photo">, readonly FileDetail[]>>;

/** The kind whose limit of size holds for the files of each kind (behaviour.md §5). */
export const SIZE_LIMIT = {
  photo: "photo",
  video: "video",
  audio: "audio",
  voice: "voice",
  document: "document",
  animation: "video",
  video_note: "video",
} as const satisfies Readonly<Record<FileKind, FileKind>>;

/** The kinds whose messages have no caption, and so no text to edit. */
export const UNCAPTIONED: ReadonlySet<FileKind> = new Set(["video_note"]);

/**
 * The ability that each kind of message needs, for the service's checks and the client's explanations (interface.md,
 * ChatPermissions). Each kind is a field of the message, the specific before the general: an animation has a `document`
 * too, and a venue a `location`.
 */
export const SENDING_ABILITY = {
  photo: "send_photos",
  video: "send_videos",
  animation: "send_other",
  video_note: "send_video_notes",
  audio: "send_audios",
  voice: "send_voice_notes",
  document: "send_documents",
  venue: "send_text",
  location: "send_text",
  contact: "send_text",
  dice: "send_other",
  text: "send_text",
} as const satisfies Readonly<Record<FileKind, string>> & Readonly<Record<string, string>>;

/** The kinds of messages that accounts send, without service messages. */
export type SentKind = keyof typeof SENDING_ABILITY;

export type SendingAbility = (typeof SENDING_ABILITY)[SentKind];
