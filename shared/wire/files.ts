/** The files of messages: one object for each kind, of which FILE_DETAILS lists the fields. */
import { FILE_DETAILS, type FileDetail } from "../files.ts";
import { PEOPLE_ONLY } from "./parts.ts";
import { int, list, named, note, object, optional, str, type TypeOf } from "./schema.ts";

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

/** The fields of a file with these details. */
function fields<const D extends FileDetail>(details: readonly D[]): typeof IDS & Pick<typeof DETAILS, D> {
  const own = Object.fromEntries(details.map((name) => [name, DETAILS[name]]));
  return { ...IDS, ...own } as unknown as typeof IDS & Pick<typeof DETAILS, D>;
}

export const Video = named("Video", object(fields(FILE_DETAILS.video)));
export const Animation = named("Animation", object(fields(FILE_DETAILS.animation)));
export const Audio = named("Audio", object(fields(FILE_DETAILS.audio)));
export const Voice = named(
  "Voice",
  object({ ...fields(FILE_DETAILS.voice), waveform: optional(list(int), `Peaks from 0 to 31. ${PEOPLE_ONLY}`) }),
);
export const VideoNote = named("VideoNote", object(fields(FILE_DETAILS.video_note)));
export const Document = named(
  "Document",
  note(
    object(fields([...FILE_DETAILS.document, ...FILE_DETAILS.animation])),
    "A message with an animation has it as a document too, with the fields of the animation.",
  ),
);

/** The field of a message that has a file of the kind. */
export const FILES = {
  photo: list(PhotoSize),
  video: Video,
  animation: Animation,
  audio: Audio,
  voice: Voice,
  video_note: VideoNote,
  document: Document,
};

/** A file of whichever kind, other than a photo. */
const anyFile = object({ ...IDS, ...DETAILS, waveform: optional(list(int)) });
export type FileObject = TypeOf<typeof anyFile>;

export const File = named("File", object({ ...IDS, file_path: optional(str) }));
export type File = TypeOf<typeof File>;
