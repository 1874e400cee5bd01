/** Media of messages: the kind of a file, the hash of its bytes, and its metadata. */
import type { FileKind } from "@heliogram/shared/files.ts";

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
  /** Its row in the `file` table; 0 until it has one. */
  readonly file: number;
  /** Sorted by size, the smallest first. */
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
  /** The peaks of a voice message, from its sender's client. */
  readonly waveform?: readonly number[];
}

export type Media = PhotoMedia | FileMedia;

/** The hashes of all blobs that a media value refers to. Garbage collection must keep them. */
export function blobsOf(media: Media): string[] {
  if (media.kind === "photo") return media.sizes.map((size) => size.sha256);
  return media.thumbnail ? [media.sha256, media.thumbnail.sha256] : [media.sha256];
}

/** The bytes of all blobs that a media value refers to. */
export function fileBytes(media: Media): number {
  if (media.kind === "photo") return media.sizes.reduce((sum, { size }) => sum + size, 0);
  return media.size + (media.thumbnail?.size ?? 0);
}
