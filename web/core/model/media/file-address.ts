/** The URL of a message's file; the browser's cookie authorizes the request. */
import type { FileKind } from "@heliogram/shared/files.ts";

export function fileAddress(kind: FileKind, file_id: string): string {
  return `/api/file/${kind}/${file_id}`;
}
