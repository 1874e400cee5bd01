/** The plural names of the kinds of files, as lists and filters show them. */
import type { FileKind } from "@heliogram/shared/files.ts";
import { useLingui } from "@lingui/react/macro";

export function useFileKindLabels(): Readonly<Record<FileKind, string>> {
  const { t } = useLingui();
  return {
    photo: t`Photos`,
    video: t`Videos`,
    animation: t`GIFs`,
    document: t`Files`,
    audio: t`Music`,
    voice: t`Voice messages`,
    video_note: t`Video messages`,
  };
}
