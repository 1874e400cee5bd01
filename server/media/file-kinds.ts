/** The formats of each kind of media, by the content of the file and never by its name (behaviour.md §5). */
import type { FileKind } from "@heliogram/shared/files.ts";
import type { Facts } from "./probe-messages.ts";

const PHOTO = new Set(["image/jpeg", "image/png", "image/webp", "image/gif"]);
const VIDEO = new Set([
  "video/mp4",
  "video/quicktime",
  "video/webm",
  "video/matroska",
  "video/x-matroska",
  "video/x-m4v",
]);
const AUDIO = new Set([
  "audio/mpeg",
  "audio/mp4",
  "audio/x-m4a",
  "video/mp4",
  "audio/flac",
  "audio/x-flac",
  "audio/ogg",
  "application/ogg",
  "audio/wav",
  "audio/vnd.wave",
  "audio/x-wav",
]);
const OGG = new Set(["audio/ogg", "application/ogg", "video/ogg"]);
const MP4_AUDIO = new Set(["audio/mp4", "audio/x-m4a", "video/mp4"]);
const WEBM = new Set(["video/webm", "audio/webm", "video/matroska", "video/x-matroska"]);
const VOICE = new Set(["audio/mpeg", ...OGG, ...MP4_AUDIO, ...WEBM]);
/** Audio codecs of voice messages in Ogg that browsers play. */
const OGG_VOICES = new Set(["opus", "vorbis"]);

/** Whether a file of this type can be of the kind. If not, the rest of the file is not read. */
export function acceptsType(kind: FileKind, mime_type: string): boolean {
  switch (kind) {
    case "document":
      return true;
    case "photo":
      return PHOTO.has(mime_type);
    case "video":
      return VIDEO.has(mime_type);
    case "video_note":
      return mime_type === "video/mp4";
    case "animation":
      return mime_type === "image/gif" || mime_type === "image/webp" || VIDEO.has(mime_type);
    case "audio":
      return AUDIO.has(mime_type);
    case "voice":
      return VOICE.has(mime_type);
  }
}

/** Whether a file with these properties may be sent as `kind`. */
export function accepts(kind: FileKind, facts: Facts): boolean {
  const { mime_type, has_video = false, has_audio = false } = facts;
  if (!acceptsType(kind, mime_type)) return false;
  switch (kind) {
    case "document":
    case "photo":
      return true;
    case "video":
    case "video_note":
      return has_video;
    case "animation":
      return mime_type === "image/gif" || isAnimatedWebp(facts) || has_video;
    case "audio":
      return has_audio && !has_video;
    case "voice":
      return has_audio && !has_video && isVoice(facts);
  }
}

/**
 * The kind as which a file is sent that was given as `kind`: an animated WebP stays animated, and a video note that is
 * not square is a video (behaviour.md §5).
 */
export function fittingKind(kind: FileKind, facts: Facts): FileKind {
  if (kind === "photo" && isAnimatedWebp(facts)) return "animation";
  return kind === "video_note" && facts.width !== facts.height ? "video" : kind;
}

function isAnimatedWebp({ mime_type, is_animated = false }: Facts): boolean {
  return mime_type === "image/webp" && is_animated;
}

function isVoice({ mime_type, audio_codec = "" }: Facts): boolean {
  if (OGG.has(mime_type)) return OGG_VOICES.has(audio_codec);
  if (WEBM.has(mime_type)) return audio_codec === "opus";
  return true;
}

/** The MIME type that is reported for an accepted file. Containers are reported by their content. */
export function shownType(kind: FileKind, facts: Facts): string {
  const { mime_type } = facts;
  if (OGG.has(mime_type)) return "audio/ogg";
  if ((kind === "audio" || kind === "voice") && MP4_AUDIO.has(mime_type)) return "audio/mp4";
  if (kind === "voice" && WEBM.has(mime_type)) return "audio/webm";
  return mime_type;
}
