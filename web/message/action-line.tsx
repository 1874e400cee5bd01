/** What others are doing at the moment, in words. */
import { Trans, useLingui } from "@lingui/react/macro";
import { nameOf } from "../model/names.ts";
import type { Acting } from "../store/state.ts";

interface ActionLineProps {
  readonly acting: readonly Acting[];
  readonly group: boolean;
}

export function ActionLine({ acting, group }: ActionLineProps) {
  const deedOf = useDeed();
  const newest = acting.at(-1);
  if (!newest) return null;
  const severalWrite = acting.length > 1 && acting.every(({ action }) => action === "typing");
  return (
    <span className="text-accent">
      {!group ? (
        deedOf(newest.action)
      ) : severalWrite ? (
        <Trans>several people are writing…</Trans>
      ) : (
        <>
          <bdi>{nameOf(newest.user)}</bdi> {deedOf(newest.action)}
        </>
      )}
    </span>
  );
}

function useDeed(): (action: string) => string {
  const { t } = useLingui();
  return (action) => {
    switch (action) {
      case "upload_photo":
        return t`is sending a photo…`;
      case "record_video":
      case "record_video_note":
        return t`is recording a video…`;
      case "upload_video":
      case "upload_video_note":
        return t`is sending a video…`;
      case "record_voice":
      case "record_audio":
        return t`is recording a voice message…`;
      case "upload_voice":
        return t`is sending a voice message…`;
      case "upload_audio":
      case "upload_document":
        return t`is sending a file…`;
      case "choose_sticker":
        return t`is choosing a sticker…`;
      case "find_location":
        return t`is looking for a place…`;
      default:
        return t`is writing…`;
    }
  };
}
