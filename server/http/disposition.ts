/** Whether a browser shows a file where it is or saves it, and under which name (RFC 6266). */
import type { Bytes } from "../present/file-path.ts";

/** What a browser shows without reading it as a page: everything else is saved. */
const SHOWN = new Set([
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
export function disposition({ mime_type, file_name }: Bytes): string {
  const way = SHOWN.has(mime_type) ? "inline" : "attachment";
  if (file_name === undefined) return way;
  // A lone surrogate has no UTF-8 form.
  const name = encodeURIComponent(file_name.toWellFormed()).replaceAll(/['()*]/g, escapeChar);
  return `${way}; filename*=UTF-8''${name}`;
}

/** RFC 8187 leaves fewer characters as they are than addresses do. */
function escapeChar(char: string): string {
  return `%${char.charCodeAt(0).toString(16).toUpperCase()}`;
}
