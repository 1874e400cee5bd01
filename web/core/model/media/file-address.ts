/** The URL of a message's file; the browser's cookie authorizes the request. */

export type FileKind = "photo" | "video" | "animation" | "audio" | "voice" | "video_note" | "document";

export function fileAddress(kind: FileKind, file_id: string): string {
  return `/api/file/${kind}/${file_id}`;
}
