/** Media as messages hold them: which bytes, of what kind, and what is known of them. */

export type FileKind = "photo" | "video" | "audio" | "voice" | "document" | "animation" | "video_note";

/** One stored picture. */
export interface Picture {
  readonly sha256: string;
  /** Bytes. */
  readonly size: number;
  readonly width: number;
  readonly height: number;
}

export interface PhotoMedia {
  readonly kind: "photo";
  /** The row of the `file` table that stands for it; 0 until it has one. */
  readonly file: number;
  /** The smallest first. */
  readonly sizes: readonly Picture[];
}

export interface FileMedia {
  readonly kind: Exclude<FileKind, "photo">;
  readonly file: number;
  readonly sha256: string;
  readonly size: number;
  readonly mime_type: string;
  readonly file_name?: string;
  readonly width?: number;
  readonly height?: number;
  /** Whole seconds. */
  readonly duration?: number;
  readonly title?: string;
  readonly performer?: string;
  readonly thumbnail?: Picture;
  /** Peaks of a voice message, as its sender's client gave them. */
  readonly waveform?: readonly number[];
}

export type Media = PhotoMedia | FileMedia;

/** The bytes a media value stands on: what must not be swept away while it is referred to. */
export function blobsOf(media: Media): string[] {
  if (media.kind === "photo") return media.sizes.map((size) => size.sha256);
  return media.thumbnail ? [media.sha256, media.thumbnail.sha256] : [media.sha256];
}
