/** Where a file of a message is fetched; the browser's cookie opens it. */

export type FileKind = "photo" | "video" | "animation" | "audio" | "voice" | "video_note" | "document";

export function fileAddress(kind: FileKind, file_id: string): string {
  return `/api/file/${kind}/${file_id}`;
}
