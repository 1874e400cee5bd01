/** The paths for downloading files. */
import type { Media } from "../domain/media.ts";
import type { FileRef } from "./file-id.ts";
import { FIRST_SIZE, THUMBNAIL } from "./media.ts";

/** The stored bytes of one variant of a file. */
export interface Bytes {
  readonly sha256: string;
  readonly size: number;
  readonly mime_type: string;
  readonly file_name?: string;
}

const JPEG = "image/jpeg";

export function bytesOf(media: Media, variant: number): Bytes | undefined {
  if (media.kind === "photo") {
    const size = media.sizes[variant - FIRST_SIZE];
    return size && { sha256: size.sha256, size: size.size, mime_type: JPEG };
  }
  if (variant === THUMBNAIL) {
    return media.thumbnail && { sha256: media.thumbnail.sha256, size: media.thumbnail.size, mime_type: JPEG };
  }
  if (variant !== 0) return undefined;
  const { sha256, size, mime_type, file_name } = media;
  return { sha256, size, mime_type, ...(file_name === undefined ? {} : { file_name }) };
}

const EXTENSIONS: Readonly<Record<string, string>> = {
  [JPEG]: "jpg",
  "image/png": "png",
  "image/webp": "webp",
  "image/gif": "gif",
  "video/mp4": "mp4",
  "video/quicktime": "mov",
  "video/webm": "webm",
  "video/matroska": "mkv",
  "audio/mpeg": "mp3",
  "audio/mp4": "m4a",
  "audio/ogg": "ogg",
  "audio/webm": "weba",
  "audio/flac": "flac",
  "audio/wav": "wav",
  "application/pdf": "pdf",
};

/** The usual extension of files of a type. */
export function extensionOf(mime_type: string): string | undefined {
  return EXTENSIONS[mime_type];
}

/**
 * The path of a file, relative because clients append it to a URL. It has the extension of the file's own name, if
 * any.
 */
export function filePath(ref: FileRef, file_id: string, bytes: Bytes): string {
  const own = /\.([A-Za-z0-9]{1,8})$/.exec(bytes.file_name ?? "")?.[1];
  const extension = own ?? extensionOf(bytes.mime_type);
  return `${ref.kind}/${file_id}${extension === undefined ? "" : `.${extension}`}`;
}

/** The file_id in a path; the folder and the extension are ignored. */
export function fileIdOf(path: string): string | undefined {
  return /^[a-z_]+\/([A-Za-z0-9_-]{8,200})(?:\.[A-Za-z0-9]{1,8})?$/.exec(path)?.[1];
}
