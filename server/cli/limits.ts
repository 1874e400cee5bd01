/** The limits that settings name, in the units of the parts that keep them. */
import type { MediaLimits } from "@heliogram/shared/wire.ts";
import type { Settings } from "../settings/settings.ts";
import type { PostgresLimits } from "../store/postgres-options.ts";

const MIB = 1024 * 1024;

/** Bytes that files leave free. */
export function minFreeFrom(settings: Settings): number {
  return settings.min_free_mb * MIB;
}

/** The sizes of behaviour.md §5, in bytes. */
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

export function postgresFrom(settings: Settings): PostgresLimits {
  return {
    connections: settings.database_connections,
    wait_ms: settings.database_wait_s * 1000,
    statement_ms: settings.database_statement_s * 1000,
    start_ms: settings.database_start_s * 1000,
  };
}
