/** What others in the chat are doing at the moment, such as typing, as text. */
import { Trans, useLingui } from "@lingui/react/macro";
import { nameOf } from "../../core/model/people/names.ts";
import type { ChatAction } from "../../core/store/state.ts";

interface ActionLineProps {
  readonly acting: readonly ChatAction[];
  readonly group: boolean;
}

export function ActionLine({ acting, group }: ActionLineProps) {
  const actionText = useActionText();
  const newest = acting.at(-1);
  if (!newest) return null;
  const severalWrite = acting.length > 1 && acting.every(({ action }) => action === "typing");
  return (
    <span className="text-accent">
      {!group ? (
        actionText(newest.action)
      ) : severalWrite ? (
        <Trans>several people are writing…</Trans>
      ) : (
        <>
          <bdi>{nameOf(newest.user)}</bdi> {actionText(newest.action)}
        </>
      )}
    </span>
  );
}

function useActionText(): (action: string) => string {
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
