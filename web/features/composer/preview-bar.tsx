/** The bar above the field that says of which link the message will have a preview, and a button to remove it. */
import { Trans, useLingui } from "@lingui/react/macro";
import { Link2, Link2Off, Undo2, X } from "lucide-react";
import { useMemo } from "react";
import { useClient, useClientState } from "../../core/client/context.tsx";
import { usePlace } from "../../core/client/use-place.ts";
import { firstLink, isPreviewOff } from "../../core/model/messages/link-preview.ts";
import { readTyped } from "../../core/model/text/typed-text.ts";
import type { ChatDetails, Draft } from "../../core/store/state.ts";
import { IconButton } from "../../ui/buttons/button.tsx";
import { focusComposer } from "./focus.ts";

interface PreviewBarProps {
  readonly row: ChatDetails;
  readonly draft: Draft;
  /** Whether marks are formats. */
  readonly markdown: boolean;
}

export function PreviewBar({ row, draft, markdown }: PreviewBarProps) {
  const { t } = useLingui();
  const { drafts } = useClient();
  const place = usePlace(row.chat.id);
  const isOn = useClientState((state) => state.me?.link_previews === true);
  const canAdd = row.can?.add_previews === null;
  const isCaption = draft.editing !== undefined && draft.editing.text === undefined;
  const { text } = draft;
  const link = useMemo(
    () => (isOn && canAdd && !isCaption ? firstLink(readTyped(text.trim(), markdown)) : undefined),
    [isOn, canAdd, isCaption, text, markdown],
  );
  if (link === undefined) return null;
  const isOff = isPreviewOff(draft, link);
  const choose = (no_preview: string) => {
    drafts.changeDraft(place, (before) => ({ ...before, no_preview }));
    focusComposer();
  };
  const Icon = isOff ? Link2Off : Link2;
  return (
    <div className="flex items-center gap-3 pt-2 ps-2.5">
      <Icon aria-hidden className="size-5 shrink-0 text-accent" />
      <div className="min-w-0 flex-1 border-s-2 border-accent ps-2 text-sm leading-snug">
        <p className="truncate font-semibold text-accent">
          {isOff ? <Trans>No link preview</Trans> : <Trans>Link preview</Trans>}
        </p>
        <p className="truncate text-soft">
          <bdi dir="ltr">{link}</bdi>
        </p>
      </div>
      {isOff ? (
        <IconButton label={t`Add the link preview`} size="small-icon" onClick={() => choose("")}>
          <Undo2 aria-hidden className="size-5 rtl:-scale-x-100" />
        </IconButton>
      ) : (
        <IconButton label={t`Remove the link preview`} size="small-icon" onClick={() => choose(link)}>
          <X aria-hidden className="size-5" />
        </IconButton>
      )}
    </div>
  );
}
