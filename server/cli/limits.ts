/** The sizes of behaviour.md §5, in bytes. */
import type { MediaLimits } from "@heliogram/shared/wire.ts";
import type { Settings } from "../settings/settings.ts";

const MIB = 1024 * 1024;

export function limitsFrom(settings: Settings): MediaLimits {
  return {
    photo: settings.photo_mb * MIB,
    document: settings.document_mb * MIB,
    video: settings.video_mb * MIB,
    audio: settings.audio_mb * MIB,
    voice: settings.voice_mb * MIB,
    media_group_file: settings.media_group_file_mb * MIB,
  };
}
