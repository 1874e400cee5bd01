/** The bar above the field with the message being replied to or edited, and a button to cancel. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Pencil, Reply, TextQuote, X } from "lucide-react";
import { usePreview } from "../message/preview.ts";
import { senderOf } from "../../core/model/people/names.ts";
import { hideSpoilers } from "../../core/model/text/spoilers.ts";
import { editedMessages } from "../../core/store/drafts.ts";
import type { Draft } from "../../core/store/state.ts";
import { focusComposer } from "./focus.ts";
import { IconButton } from "../../ui/buttons/button.tsx";
import { classes } from "../../ui/classes.ts";

interface ContextBarProps {
  readonly draft: Draft;
  readonly onLeave: () => void;
}

export function ContextBar({ draft, onLeave }: ContextBarProps) {
  const { t } = useLingui();
  const preview = usePreview();
  const { editing, reply_to, quote } = draft;
  const message = editing ?? reply_to;
  if (!message) return null;
  const Icon = editing ? Pencil : quote ? TextQuote : Reply;
  const name = senderOf(message).name;
  const edited = editedMessages(draft)?.length;
  return (
    <div className="flex items-center gap-3 pt-2 ps-2.5">
      <Icon aria-hidden className={classes("size-5 shrink-0 text-accent", !editing && "rtl:-scale-x-100")} />
      <div className="min-w-0 flex-1 border-s-2 border-accent ps-2 text-sm leading-snug">
        <p className="truncate font-semibold text-accent">
          {edited ? (
            <Plural value={edited} one="Edit the message" other="Edit # messages" />
          ) : (
            <Trans>Reply to {name}</Trans>
          )}
        </p>
        <p className="truncate text-soft" dir="auto">
          {quote && !editing ? hideSpoilers(quote.text, quote.entities ?? []) : preview(message).text}
        </p>
      </div>
      <IconButton
        label={editing ? t`Stop editing` : t`Do not reply`}
        size="small-icon"
        onClick={() => {
          onLeave();
          focusComposer();
        }}
      >
        <X aria-hidden className="size-5" />
      </IconButton>
    </div>
  );
}
