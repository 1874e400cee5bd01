/** What others in the chat are doing at the moment, such as typing, as text. */
import { Trans, useLingui } from "@lingui/react/macro";
import { nameOf } from "../../core/model/people/names.ts";
import { useFileActionTexts } from "./use-file-kind-texts.ts";
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
  const fileActionTexts = useFileActionTexts();
  return (action) => {
    switch (action) {
      case "choose_sticker":
        return t`is choosing a sticker…`;
      case "find_location":
        return t`is looking for a place…`;
      default:
        return fileActionTexts[action] ?? t`is writing…`;
    }
  };
}
