/** The files that people send. */

/** Bytes, or the text of a file. */
export type FileContent = string | Uint8Array | Blob;

export function asBlob(content: FileContent): Blob {
  if (content instanceof Blob) return content;
  return new Blob([typeof content === "string" ? content : Uint8Array.from(content)]);
}

/** A PNG of one pixel. */
export const SAMPLE_PHOTO: Uint8Array = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==",
  "base64",
);
