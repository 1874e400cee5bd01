/** Which formats each kind of media takes: the file's own bytes decide, never its name (behaviour.md §5). */
import type { FileKind } from "../domain/media.ts";
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

/** Whether a file with these facts may be sent as `kind`. */
export function accepts(kind: FileKind, facts: Facts): boolean {
  const { mime_type, has_video = false, has_audio = false } = facts;
  switch (kind) {
    case "document":
      return true;
    case "photo":
      return PHOTO.has(mime_type);
    case "video":
      return VIDEO.has(mime_type) && has_video;
    case "video_note":
      return mime_type === "video/mp4" && has_video;
    case "animation":
      return mime_type === "image/gif" || (VIDEO.has(mime_type) && has_video);
    case "audio":
      return AUDIO.has(mime_type) && has_audio && !has_video;
    case "voice":
      return has_audio && !has_video && isVoice(facts);
  }
}

function isVoice({ mime_type, audio_codec }: Facts): boolean {
  if (OGG.has(mime_type) || WEBM.has(mime_type)) return audio_codec === "opus";
  return mime_type === "audio/mpeg" || MP4_AUDIO.has(mime_type);
}

/** The type shown for an accepted file; containers are named after what they hold. */
export function shownType(kind: FileKind, facts: Facts): string {
  const { mime_type } = facts;
  if (OGG.has(mime_type)) return "audio/ogg";
  if ((kind === "audio" || kind === "voice") && MP4_AUDIO.has(mime_type)) return "audio/mp4";
  if (kind === "voice" && WEBM.has(mime_type)) return "audio/webm";
  return mime_type;
}
