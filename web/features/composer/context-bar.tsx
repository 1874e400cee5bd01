/** The bar above the field with the message being replied to or edited, and a button to cancel. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Pencil, Reply, TextQuote, X } from "lucide-react";
import { usePreview } from "../message/preview.ts";
import type { Message } from "@heliogram/shared/wire.ts";
import { isReplyElsewhere } from "../../core/model/messages/quote.ts";
import { senderOf, titleOf } from "../../core/model/people/names.ts";
import { hideSpoilers } from "@heliogram/shared/spoilers.ts";
import { editedMessages } from "../../core/store/drafts.ts";
import type { Draft } from "../../core/store/state.ts";
import { focusComposer } from "./focus.ts";
import { IconButton } from "../../ui/buttons/button.tsx";
import { classes } from "../../ui/classes.ts";

interface ContextBarProps {
  readonly chat_id: number;
  readonly draft: Draft;
  readonly onLeave: () => void;
}

export function ContextBar({ chat_id, draft, onLeave }: ContextBarProps) {
  const { t } = useLingui();
  const preview = usePreview();
  const { editing, reply_to, quote } = draft;
  const message = editing ?? reply_to;
  if (!message) return null;
  const Icon = editing ? Pencil : quote ? TextQuote : Reply;
  const edited = editedMessages(draft)?.length;
  return (
    <div className="flex items-center gap-3 pt-2 ps-2.5">
      <Icon aria-hidden className={classes("size-5 shrink-0 text-accent", !editing && "rtl:-scale-x-100")} />
      <div className="min-w-0 flex-1 border-s-2 border-accent ps-2 text-sm leading-snug">
        <p className="truncate font-semibold text-accent">
          {edited ? (
            <Plural value={edited} one="Edit the message" other="Edit # messages" />
          ) : (
            <ReplyTitle chat_id={chat_id} message={message} />
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

/** To whom one replies, and in which chat if it is another one. */
function ReplyTitle({ chat_id, message }: { readonly chat_id: number; readonly message: Message }) {
  const { name } = senderOf(message);
  const place = titleOf(message.chat);
  if (!isReplyElsewhere(chat_id, { reply_to: message }) || place === name) return <Trans>Reply to {name}</Trans>;
  return (
    <Trans>
      Reply to {name} from {place}
    </Trans>
  );
}
