/** What kinds of stored files are called. */
import { useLingui } from "@lingui/react/macro";

export function useKindName(): (kind: string) => string {
  const { t } = useLingui();
  const names: Readonly<Record<string, string>> = {
    photo: t`Photos`,
    video: t`Videos`,
    animation: t`Animations`,
    audio: t`Music`,
    voice: t`Voice messages`,
    video_note: t`Video messages`,
    document: t`Documents`,
    previews: t`Previews and leftovers`,
  };
  return (kind) => names[kind] ?? kind;
}
