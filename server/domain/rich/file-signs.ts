/** The signs that stand for files where they cannot be shown: in plain texts, and in drafts. */
import type { RichFileType } from "@heliogram/shared/rich.ts";

export const FILE_SIGNS: Readonly<Record<RichFileType, string>> = {
  photo: "🖼",
  video: "🎬",
  animation: "🎞",
  audio: "🎵",
  document: "📎",
  voice_note: "🎤",
};
