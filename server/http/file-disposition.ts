/** The `Content-Disposition` of a file: whether a browser shows or saves it, and under which name (RFC 6266). */
import type { Bytes } from "../present/file-path.ts";

/** Types that a browser displays without running scripts in them. Files of all other types are saved. */
const INLINE_TYPES = new Set([
  "image/jpeg",
  "image/png",
  "image/webp",
  "image/gif",
  "video/mp4",
  "video/quicktime",
  "video/webm",
  "video/matroska",
  "audio/mpeg",
  "audio/mp4",
  "audio/ogg",
  "audio/webm",
  "audio/flac",
  "audio/wav",
]);

/** The `Content-Disposition` of a file. */
export function disposition({ mime_type, file_name }: Pick<Bytes, "mime_type" | "file_name">): string {
  const type = INLINE_TYPES.has(mime_type) ? "inline" : "attachment";
  if (file_name === undefined) return type;
  // A lone surrogate has no UTF-8 encoding.
  const name = encodeURIComponent(file_name.toWellFormed()).replaceAll(/['()*]/g, escapeChar);
  return `${type}; filename*=UTF-8''${name}`;
}

/** RFC 8187 allows fewer characters than `encodeURIComponent` leaves. */
function escapeChar(char: string): string {
  return `%${char.charCodeAt(0).toString(16).toUpperCase()}`;
}
