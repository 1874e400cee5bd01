/** The files of messages: one object for each kind, of which FILE_DETAILS lists the fields. */
import { FILE_DETAILS, FILE_KINDS, type FileDetail, type FileKind } from "../files.ts";
import { PEOPLE_ONLY } from "./parts.ts";
import { int, list, named, note, object, optional, str, type Fields, type Schema, type TypeOf } from "./schema.ts";

const IDS = { file_id: str, file_unique_id: str, file_size: int };

export const PhotoSize = named("PhotoSize", object({ ...IDS, width: int, height: int }));
export type PhotoSize = TypeOf<typeof PhotoSize>;

export const UserProfilePhotos = named(
  "UserProfilePhotos",
  object({ total_count: int, photos: list(list(PhotoSize)) }),
);
export type UserProfilePhotos = TypeOf<typeof UserProfilePhotos>;

const DETAILS = {
  width: optional(int),
  height: optional(int),
  length: optional(int, "The width and the height."),
  duration: optional(int, "Whole seconds."),
  performer: optional(str),
  title: optional(str),
  mime_type: optional(str),
  file_name: optional(str),
  thumbnail: optional(PhotoSize),
};
const waveform = optional(list(int), `Peaks from 0 to 31. ${PEOPLE_ONLY}`);

/** A file of whichever kind, with the fields that it may have. */
const anyFile = object({ ...IDS, ...DETAILS, waveform });
export type FileObject = TypeOf<typeof anyFile>;

type OfKind<K extends FileKind> = K extends "photo" ? Schema<PhotoSize[]> : Schema<FileObject>;

/** The fields of messages with files. The objects are named after the kinds, with capitals in place of underscores. */
export const FILES = Object.fromEntries(FILE_KINDS.map((kind) => [kind, ofKind(kind)])) as {
  readonly [K in FileKind]: OfKind<K>;
};

function ofKind(kind: FileKind): Schema {
  if (kind === "photo") return list(PhotoSize);
  const name = kind.replaceAll(/(?:^|_)[a-z]/g, (start) => start.slice(-1).toUpperCase());
  if (kind !== "document") {
    return named(name, object({ ...details(FILE_DETAILS[kind]), ...(kind === "voice" ? { waveform } : {}) }));
  }
  return named(
    name,
    note(
      object({ ...details(FILE_DETAILS.document), ...details(FILE_DETAILS.animation) }),
      "A message with an animation has it as a document too, with the fields of the animation.",
    ),
  );
}

function details(names: readonly FileDetail[]): Fields {
  return { ...IDS, ...Object.fromEntries(names.map((name) => [name, DETAILS[name]])) };
}

export const File = named("File", object({ ...IDS, file_path: optional(str) }));
export type File = TypeOf<typeof File>;
